import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alone } from '../../src/auth/lock.ts'
import { playground } from '../helpers/host.ts'

const patient = () => ({ staleAfterMs: 60_000, signal: AbortSignal.timeout(10_000) })
const never = async () => false

describe('a thing that one process does at a time', () => {
  it('is never done twice at once, and the lock is gone afterwards', async () => {
    const file = join(await playground(), 'a.lock')
    let [running, most, done] = [0, 0, 0]
    const run = async () => {
      most = Math.max(most, ++running)
      await new Promise(resolve => setImmediate(resolve))
      running--
      done++
    }
    await Promise.all(Array.from({ length: 4 }, () => alone(file, patient(), never, run)))
    expect({ most, done }).toEqual({ most: 1, done: 4 })
    expect(existsSync(file)).toBe(false)
  })

  it('is left to the one who is at it, once that has done it', async () => {
    const file = join(await playground(), 'a.lock')
    writeFileSync(file, JSON.stringify({ pid: process.pid, at: Date.now() }))
    let asked = 0
    const isNeedless = async () => ++asked === 2
    expect(await alone(file, patient(), isNeedless, () => Promise.reject(new Error('twice')))).toBe(false)
    expect(existsSync(file)).toBe(true)
  })

  it.each([
    ['whose process is gone', { pid: 2 ** 22 + 1, at: Date.now() }],
    ['that is too old', { pid: process.pid, at: Date.now() - 61_000 }],
  ])('breaks a lock %s', async (_, held) => {
    const file = join(await playground(), 'a.lock')
    writeFileSync(file, JSON.stringify(held))
    let holder = 0
    const run = async () => {
      holder = JSON.parse(readFileSync(file, 'utf8')).pid
    }
    expect(await alone(file, patient(), never, run)).toBe(true)
    expect(holder).toBe(process.pid)
  })

  it('lets go when it fails, and stops waiting when told to', async () => {
    const file = join(await playground(), 'a.lock')
    await expect(alone(file, patient(), never, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, JSON.stringify({ pid: process.pid, at: Date.now() }))
    const hurried = { staleAfterMs: 60_000, signal: AbortSignal.timeout(50) }
    await expect(alone(file, hurried, never, async () => undefined)).rejects.toThrow()
    expect(existsSync(file)).toBe(true)
  })
})
