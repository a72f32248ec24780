import { describe, expect, it } from 'vitest'
import { opener } from '../../src/auth/browser.ts'

describe('what opens a page', () => {
  it('is what the platform has for it, and never a shell', () => {
    expect(opener({}, 'linux')).toEqual(['xdg-open'])
    expect(opener({}, 'darwin')).toEqual(['open'])
    expect(opener({}, 'win32')).toEqual(['rundll32', 'url.dll,FileProtocolHandler'])
  })

  it('is what the user says, and nothing where that is none', () => {
    expect(opener({ MCPGRAPHY_BROWSER: 'firefox --new-window' }, 'linux')).toEqual([
      'firefox',
      '--new-window',
    ])
    expect(opener({ MCPGRAPHY_BROWSER: process.execPath }, 'win32')).toEqual([process.execPath])
    expect(opener({ MCPGRAPHY_BROWSER: 'none' }, 'darwin')).toEqual([])
  })
})
