import { describe, expect, it } from 'vitest'
import { launchOf } from '../../src/relay/launch.ts'

const env = {
  Path: 'C:\\Program Files\\nodejs;D:\\bin',
  PathExt: '.COM;.EXE;.BAT;.CMD',
  ComSpec: 'C:\\Windows\\cmd.exe',
}
const files = new Set([
  'C:\\Program Files\\nodejs\\npx.CMD',
  'C:\\Program Files\\nodejs\\node.EXE',
  'D:\\bin\\tool.bat',
  'C:\\here\\node_modules\\.bin\\server.CMD',
])

const onWindows = (command: string, args: readonly string[] = []) =>
  launchOf(command, args, 'win32', env, 'C:\\here', path => files.has(path))

describe('the launch of a command', () => {
  it('is the command itself where the system starts scripts', () => {
    expect(launchOf('npx', ['-y', 'a b'], 'linux', {}, '/')).toEqual({
      command: 'npx',
      args: ['-y', 'a b'],
      verbatim: false,
    })
  })

  it('on Windows is the program that the PATH leads to, its arguments untouched', () => {
    expect(onWindows('node', ['a b'])).toEqual({
      command: 'C:\\Program Files\\nodejs\\node.EXE',
      args: ['a b'],
      verbatim: false,
    })
  })

  it('on Windows hands a script to cmd.exe with everything that it would read as its own escaped', () => {
    expect(onWindows('npx', ['-y', 'a "b" & %PATH%', 'end\\'])).toEqual({
      command: 'C:\\Windows\\cmd.exe',
      args: [
        '/d',
        '/s',
        '/c',
        '"C:\\Program^ Files\\nodejs\\npx.CMD ^"-y^" ^"a^ \\^"b\\^"^ ^&^ ^%PATH^%^" ^"end\\\\^""',
      ],
      verbatim: true,
    })
  })

  it('on Windows escapes twice for a shim, which starts a second cmd.exe', () => {
    expect(onWindows('.\\node_modules\\.bin\\server', ['a']).args[3]).toBe(
      '"C:\\here\\node_modules\\.bin\\server.CMD ^^^"a^^^""',
    )
  })

  it('on Windows leaves a command that is not there to the system, so that it says so', () => {
    expect(onWindows('nonesuch', ['a'])).toEqual({ command: 'nonesuch', args: ['a'], verbatim: false })
  })
})
