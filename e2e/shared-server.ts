/** One server for the test files of a worker: a start takes longer than many tests. Each test has its own account. */
import { openDatabase } from '#server/database/open.ts'
import { lastingDatabase, type LastingDatabase } from '#server/testing/test-database.ts'
import { startServer, type RunningServer } from './server.ts'

/** After this many files the server is stopped, to check that it exits cleanly. */
const FILES_OF_SERVER = 8

type SharedServer = { server: RunningServer; database: LastingDatabase }

let shared: Promise<SharedServer> | undefined
let files = 0

/** Call it before a file's tests. Throws like `startProgram`. */
export async function openSharedServer(): Promise<RunningServer> {
  files++
  shared ??= start()
  try {
    const { server, database } = await shared
    await forgetAttempts(database.address)
    return server
  } catch (error) {
    shared = undefined
    throw error
  }
}

/** Call it after a file's tests. A server that a failed test used is not used again. Throws like `stop`. */
export async function leaveSharedServer(hasFailed: boolean): Promise<void> {
  if (!shared || (files % FILES_OF_SERVER && !hasFailed)) return
  const { server, database } = await shared
  shared = undefined
  await server.stop()
  await database.drop()
}

async function start(): Promise<SharedServer> {
  const database = await lastingDatabase()
  const server = await startServer(database.address)
  // Vitest ends a worker with SIGTERM, and half a second later with SIGKILL.
  process.once('SIGTERM', () => void server.kill())
  return { server, database }
}

/** More people sign up than one address may. */
async function forgetAttempts(address: string): Promise<void> {
  const database = openDatabase(address, () => undefined)
  await database.deleteFrom('attempts').execute()
  await database.destroy()
}
