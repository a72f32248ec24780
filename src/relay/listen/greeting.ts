import type { Line } from '../frames.ts'
import type { Id, Message } from '../message.ts'
import type { Seat } from './seat.ts'

/** A host that has sent `initialize`. */
interface Guest {
  readonly seat: Seat
  readonly id: Id
}

/** The handshake of a server that several hosts share: it happens once. */
export interface Greeting {
  /** A host sends `initialize`. True: it is to be sent to the server; else the host gets the answer from here. */
  asks(guest: Guest): boolean
  /** The server has answered; gives those who wait for the same answer. An error is no handshake. */
  answered(answer: Message, under: (id: Id) => Line): Guest[]
  /** Is this the first `notifications/initialized`? */
  isFirst(): boolean
  leave(seat: Seat): void
}

export function createGreeting(): Greeting {
  let known: ((id: Id) => Line) | undefined
  let waiting: Guest[] | undefined
  let isInitialized = false
  return {
    asks(guest) {
      const isFirst = !known && !waiting
      if (known) guest.seat.give(known(guest.id))
      else if (waiting) waiting.push(guest)
      else waiting = []
      return isFirst
    },
    answered(answer, under) {
      const guests = waiting ?? []
      waiting = undefined
      if (answer.span('result')) known = under
      return guests
    },
    isFirst() {
      const isFirst = !isInitialized
      isInitialized = true
      return isFirst
    },
    leave(seat) {
      waiting = waiting?.filter(each => each.seat !== seat)
    },
  }
}
