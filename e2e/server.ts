/** The real server, as a process of its own on a database of its own. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
/** As `npm start` starts it: the shell hands its process over. */
const START = startScript()
const PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter)
const READY = /Haulbook is ready: open (\S+)/
const LONGEST_START_MS = 30_000

export type RunningServer = {
  url: string
  pid: number
  /** Whatever it printed since the last time: it is told to print errors only. */
  complaints(): string[]
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<unknown>
  /** Throws where it does not end by itself, or not in peace. */
  stop(): Promise<void>
}

/** In a time zone of its own where one is given. Throws as `startProgram` does. */
export function startServer(databaseUrl: string, zone?: string): Promise<RunningServer> {
  return startProgram({ DATABASE_URL: databaseUrl, ...(zone ? { TZ: zone } : {}) })
}

/** `own`: what its environment says beside the caller's. Throws an Error with its last words where it does not get ready. */
export async function startProgram(own: Record<string, string>): Promise<RunningServer> {
  const child = spawn('/bin/sh', ['-c', START], {
    cwd: ROOT,
    env: { ...process.env, PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A run of the tests that is ended must not leave a server behind.
  const killAtOnce = () => child.kill('SIGKILL')
  process.once('exit', killAtOnce)

  let words = ''
  const ended = new Promise<string>((resolve) => {
    child.on('exit', (code, signal) => resolve(`exit ${code ?? signal}`))
  })
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        words += chunk
        const url = READY.exec(words)?.[1]
        if (url) resolve(url)
      })
    }
  })
  const url = await Promise.race([ready, ended, after(LONGEST_START_MS, 'no start line in time')])
  if (!url.startsWith('http')) {
    killAtOnce()
    throw new Error(`The server is not ready: ${url}.\n${words}`)
  }
  words = ''

  return {
    url,
    pid: child.pid ?? 0,
    complaints() {
      const lines = words.split('\n').filter((line) => line.trim())
      words = ''
      return lines.map((line) => `server: ${line}`)
    },
    kill() {
      killAtOnce()
      process.off('exit', killAtOnce)
      return ended
    },
    async stop() {
      child.kill('SIGTERM')
      const how = await Promise.race([ended, after(15_000, 'still running')])
      killAtOnce()
      process.off('exit', killAtOnce)
      if (how !== 'exit 0') throw new Error(`The server did not stop in peace: ${how}.\n${words}`)
    },
  }
}

function after(ms: number, words: string): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, ms, words).unref())
}

function startScript(): string {
  const text = readFileSync(path.join(ROOT, 'package.json'), 'utf8')
  return (JSON.parse(text) as { scripts: { start: string } }).scripts.start
}
