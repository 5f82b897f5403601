/** Starts the real server as a process with its own database. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
/** The command of `npm start`; its `exec` replaces the shell's process. */
const START = readStartScript()
const CHEAP_HASHES = `--import=${path.join(import.meta.dirname, 'cheap-hashes.ts')}`
const PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter)
const READY = /Haulbook is ready\b.*?(http\S+)/
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 60_000

export type RunningServer = {
  url: string
  pid: number
  /** The lines printed since the last call; the log level is `error`. */
  takeErrors(): string[]
  /** Kills the server with SIGKILL. */
  kill(): Promise<unknown>
  /** Stops the server with SIGTERM. Throws unless it exits with code 0 within a minute. */
  stop(): Promise<void>
}

/** `zone`: the server's time zone. `env`: additional environment variables. Throws like `startProgram`. */
export function startServer(
  databaseUrl: string,
  zone?: string,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const own = { DATABASE_URL: databaseUrl, NODE_OPTIONS: CHEAP_HASHES }
  return startProgram({ ...own, ...(zone ? { TZ: zone } : {}), ...env })
}

/** `env`: additional environment variables. Throws an Error with the output if the server does not become ready. */
export async function startProgram(env: Record<string, string>): Promise<RunningServer> {
  const child = spawn('/bin/sh', ['-c', START], {
    cwd: ROOT,
    env: { ...process.env, PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // An aborted test run must not leave a server behind.
  const killAtOnce = () => child.kill('SIGKILL')
  process.once('exit', killAtOnce)

  let output = ''
  const ended = new Promise<string>((resolve) => {
    child.on('exit', (code, signal) => resolve(`exit ${code ?? signal}`))
  })
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        const url = READY.exec(output)?.[1]
        if (url) resolve(url)
      })
    }
  })
  const url = await Promise.race([ready, ended, after(START_TIMEOUT_MS, 'no start line in time')])
  if (!url.startsWith('http')) {
    killAtOnce()
    throw new Error(`The server is not ready: ${url}.\n${output}`)
  }
  output = ''

  return {
    url,
    pid: child.pid ?? 0,
    takeErrors() {
      const lines = output.split('\n').filter((line) => line.trim())
      output = ''
      return lines.map((line) => `server: ${line}`)
    },
    kill() {
      killAtOnce()
      process.off('exit', killAtOnce)
      return ended
    },
    async stop() {
      child.kill('SIGTERM')
      const result = await Promise.race([ended, after(STOP_TIMEOUT_MS, 'still running')])
      killAtOnce()
      process.off('exit', killAtOnce)
      if (result !== 'exit 0')
        throw new Error(`The server did not stop cleanly: ${result}.\n${output}`)
    },
  }
}

function after(ms: number, result: string): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, ms, result).unref())
}

function readStartScript(): string {
  const text = readFileSync(path.join(ROOT, 'package.json'), 'utf8')
  return (JSON.parse(text) as { scripts: { start: string } }).scripts.start
}
