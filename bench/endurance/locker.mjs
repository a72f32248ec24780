// Holds a database now and then, as a program does that writes much at once: for 300 ms, every two seconds.
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'

const database = new Database(process.argv[2], { timeout: 5000 })
process.stdout.write('ready\n')
for (;;) {
  database.exec('BEGIN IMMEDIATE')
  await setTimeout(300)
  database.exec('ROLLBACK')
  await setTimeout(1700)
}
