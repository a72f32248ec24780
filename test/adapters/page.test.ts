import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readyMadePage } from './ready-made-page.ts'

it('the page of ready-made adapters says what their files say (npx vitest run test/adapters/page.test.ts -u writes it)', async () => {
  await expect(readyMadePage()).toMatchFileSnapshot(resolve(import.meta.dirname, '../../docs/ready-made.md'))
})
