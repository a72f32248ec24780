import { execa } from 'execa'
import type { Place, RealHost } from './real-host.ts'

/** Runs a host in a home of its own, until its end. Nothing that it wants of the network is let through. */
export function runHost(host: RealHost, place: Omit<Place, 'server'>, args: readonly string[]) {
  const [command, ...first] = host.program(place.installed)
  return execa(command, [...first, ...args], {
    cwd: place.project,
    env: environmentOf(host, place),
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
    timeout: 60_000,
  })
}

/** What a host, or a program that looks for its files, is to see of the machine. */
export function environmentOf(host: RealHost, place: Pick<Place, 'home' | 'model'>) {
  return {
    PATH: process.env.PATH,
    HOME: place.home,
    HTTPS_PROXY: place.model,
    NO_PROXY: '127.0.0.1,localhost',
    ...host.env(place),
  }
}
