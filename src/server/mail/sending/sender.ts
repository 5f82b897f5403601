/** Sends the queued emails of all accounts, in each instance of the server (SPEC C185). */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/database/open.ts'
import type { MailServer } from '#server/mail/mail-server.ts'
import { claimMail, listDueMails, recoverLostMails, type MailKey } from './claims.ts'
import { connect, type MailConnection, type Timeouts } from './connection.ts'
import { sendMail } from './send-mail.ts'

export type Sender = {
  /** Sends all emails that are due. Runs by itself every few seconds. */
  run: () => Promise<void>
  /** Waits a moment for emails that are being sent. An email that is not accepted by then is tried again. */
  stop: () => Promise<void>
}

type Options = { timeouts?: Timeouts; everyMs?: number; onError?: (error: unknown) => void }

const EVERY_MS = 3_000
/** The number of emails that are sent at once, so that a slow email does not delay all others. */
const WORKERS = 2
/** The most due emails that are read at once. */
const BATCH = 20
/** The most emails over one connection, because mail servers limit them. */
const MAILS_OF_CONNECTION = 100
/** The pause after a failed connection, because repeated failed logins can lock a mailbox. */
const PAUSE_MS = 60_000
const STOP_MS = 3_000

export function startSender(
  database: Database,
  server: MailServer,
  { timeouts, everyMs = EVERY_MS, onError = () => undefined }: Options = {},
): Sender {
  const open = new Set<MailConnection>()
  const domain = server.from.split('@').at(-1) ?? ''
  let stopped = false
  let pausedUntil = 0
  let running: Promise<void> | undefined

  async function openConnection(): Promise<MailConnection> {
    try {
      const connection = await connect(server, timeouts)
      open.add(connection)
      return connection
    } catch (error) {
      pausedUntil = Date.now() + PAUSE_MS
      throw error
    }
  }

  const isActive = () => !stopped && Date.now() >= pausedUntil

  /** Sends one email after the other over one connection. */
  async function runWorker(): Promise<void> {
    let connection: MailConnection | undefined
    let sent = 0
    const drop = () => {
      connection?.close()
      if (connection) open.delete(connection)
      connection = undefined
      sent = 0
    }
    const transport = {
      from: server.from,
      connect: async () => (connection ??= await openConnection()),
    }
    const sendOne = async (key: MailKey) => {
      const mail = isActive() ? await claimMail(database, key, domain) : undefined
      if (!mail) return
      if (!(await sendMail(database, mail, transport)) || ++sent >= MAILS_OF_CONNECTION) drop()
    }
    try {
      for (let due = await next(); due.length && isActive(); due = await next())
        for (const key of due) await sendOne(key)
    } finally {
      drop()
    }
  }

  const next = () => listDueMails(database, BATCH)

  async function runOnce(): Promise<void> {
    await recoverLostMails(database)
    if (!isActive() || !(await next()).length) return
    await Promise.all(Array.from({ length: WORKERS }, runWorker))
  }

  function run(): Promise<void> {
    running ??= runOnce().finally(() => {
      running = undefined
    })
    return running
  }

  const timer = setInterval(() => {
    if (!stopped) run().catch(onError)
  }, everyMs)

  async function stop(): Promise<void> {
    stopped = true
    clearInterval(timer)
    const ended = running?.catch(onError) ?? Promise.resolve()
    await Promise.race([ended, pause(STOP_MS)])
    for (const connection of open) connection.close()
    await Promise.race([ended, pause(STOP_MS)])
  }

  return { run, stop }
}
