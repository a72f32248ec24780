import { endingInWords, failureInWords } from '../answers.ts'
import { endServer, type Patience, usualPatience } from '../farewell.ts'
import { createOutlet } from '../flow.ts'
import { createFrames } from '../frames.ts'
import { readMessage } from '../message.ts'
import type { Server } from '../stdio.ts'
import { createDesk, type Desk } from './desk.ts'
import type { Limits } from './limits.ts'
import { createSeat, type Seat } from './seat.ts'

/** One server behind several hosts. */
export interface SharedServer {
  /**
   * One more host's way to the server, which looks to the relay like a server of its own. The server is started where
   * it does not run.
   */
  connect(): Server
  /** Ends the server where nobody is connected any more. */
  endIfUnused(): void
  /** Ends the server, whoever is connected. */
  end(signal?: NodeJS.Signals): Promise<void>
}

/**
 * Lets hosts share a server: it never sees two of their requests under one id, and each host hears the answers to its
 * own requests under its own ids. See `desk.ts` for who hears what else.
 */
export function shareServer(
  start: () => Server,
  limits: Pick<Limits, 'idle' | 'unread'>,
  patience: Patience = usualPatience,
): SharedServer {
  let running: Running | undefined
  let unused: NodeJS.Timeout | undefined
  /** The servers that nobody needs any more. */
  let ending: Promise<unknown> = Promise.resolve()

  const run = (): Running => {
    const now = runServer(start())
    now.over.then(() => {
      if (running === now) running = undefined
    })
    return now
  }
  const endIfUnused = () => {
    if (!running || running.desk.seats.size > 0) return
    const { server } = running
    running = undefined // whoever comes now gets another one
    ending = Promise.all([ending, endServer(server, patience)])
  }
  const leave = ({ desk }: Running) => {
    clearTimeout(unused)
    if (desk.seats.size === 0) unused = setTimeout(endIfUnused, limits.idle).unref()
  }
  return {
    connect() {
      clearTimeout(unused)
      running ??= run()
      return takeSeat(running, limits.unread, leave)
    },
    endIfUnused,
    async end(signal) {
      clearTimeout(unused)
      if (signal) running?.server.kill(signal)
      await Promise.all([ending, running && endServer(running.server, patience)])
    },
  }
}

/** A server that runs, and the desk that its hosts' messages go over. */
interface Running {
  readonly server: Server
  readonly desk: Desk
  /** Every host may go on writing. */
  readonly settle: () => void
  readonly waiting: Set<() => void>
  readonly over: Promise<void>
}

function runServer(server: Server): Running {
  const desk = createDesk(createOutlet(server.stdin).write)
  const frames = createFrames(line => desk.fromServer(readMessage(line)))
  const isStuck = () => desk.seats.size > 0 && [...desk.seats].every(seat => seat.isFull())
  const settle = () => void (isStuck() ? server.stdout.pause() : server.stdout.resume())
  const waiting = new Set<() => void>()
  const goOn = () => {
    for (const each of waiting) each()
    waiting.clear()
  }
  server.stdin.on('drain', goOn).on('close', goOn)
  server.stdout.on('data', (chunk: Buffer) => {
    frames.push(chunk)
    settle()
  })
  const over = server.over.then(endingInWords, failureInWords).then(() => {
    frames.end()
    goOn()
    for (const seat of desk.seats) seat.end(server.over)
  })
  return { server, desk, settle, waiting, over }
}

function takeSeat(running: Running, room: number, left: (from: Running) => void): Server {
  const { server, desk, settle, waiting } = running
  const seat: Seat = createSeat({
    room,
    take: line => desk.fromHost(seat, readMessage(line)),
    onRoom: settle,
    onWritten: done => (server.stdin.writableNeedDrain ? void waiting.add(done) : done()),
    onLeave() {
      desk.leave(seat)
      settle()
      left(running)
    },
  })
  desk.seats.add(seat)
  return seat.server
}
