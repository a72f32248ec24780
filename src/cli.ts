#!/usr/bin/env node
import { main } from './cli/main.ts'
import { shellOf } from './cli/shell.ts'

process.exitCode = await main(process.argv.slice(2), shellOf(process))
