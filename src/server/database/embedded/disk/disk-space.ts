/**
 * Watches the disk of the embedded database (SPEC C30). PostgreSQL exits if it cannot extend its write-ahead log. So
 * changes are rejected before the disk is full, and a reserve keeps reads and logins going.
 */
import { randomFillSync } from 'node:crypto'
import { statSync } from 'node:fs'
import { appendFile, rm, stat, statfs, truncate } from 'node:fs/promises'
import path from 'node:path'
import { ClusterError, DiskFullError } from '#server/database/embedded/errors.ts'
import { cancelWork, dropOldLog } from './free-space.ts'
import {
  describeSize,
  type DiskLimits,
  limitsOf,
  MB,
  NEEDED_BY_NEW_CLUSTER,
  NEEDED_BY_RECOVERY,
  NEEDED_BY_START,
} from './limits.ts'

/** After the disk was full, this much extra space must be free before changes are accepted again. */
const MARGIN = 4 * MB
/** A file of n bytes takes up to about 20 n in tables, indexes and logs. */
const GROWTH = 20
const LARGE_BODY = 256 * 1024
const CHECK_OFTEN_MS = 100
const CHECK_RARELY_MS = 1_000
/** With less free space, a program can fill the disk within a second. */
const RARELY_ABOVE = 2048 * MB
const DROP_LOG_EVERY_MS = 30_000

type Address = Parameters<typeof dropOldLog>[0]

export type DiskSpace = {
  /** True while changes are rejected. */
  isFull(): boolean
  /** Why a change whose body has `bytes` is rejected now, undefined if it is not. */
  findShortage(bytes: number): string | undefined
  /** Whether PostgreSQL could recover from a crash. Releases the reserve first. */
  canStart(): Promise<boolean>
  /** Releases the reserve for PostgreSQL. Call it before each start of the server. Throws ClusterError if that is too little. */
  release(): Promise<void>
  /** Checks until `stop`. `onChange` gets a line for the log. */
  watch(connection: Address, onChange: (line: string) => void): void
  stop(): void
}

/** `folder`: on the disk of the database. Throws ClusterError if `cluster` is missing and has no space. */
export async function openDiskSpace(folder: string, cluster: string): Promise<DiskSpace> {
  const reserve = openReserve(folder)
  let free = 0
  let limits: DiskLimits = limitsOf(Infinity)
  let full = false
  let reported = false
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let droppedAt = -Infinity
  let isFreeing = false

  async function measure(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(folder)
    free = bavail * bsize
    limits = limitsOf(blocks * bsize)
    full = measureFreeBeyondReserve() < limits.kept + (full ? MARGIN : 0)
  }

  /** Free space in addition to the reserve, even while the reserve is released. */
  function measureFreeBeyondReserve(): number {
    return free + reserve.held() - limits.reserve
  }

  function describe(): string {
    const missing = limits.kept + MARGIN - measureFreeBeyondReserve()
    return `The server's disk is full: ${describeSize(free)} is free, and ${describeSize(missing + MB - 1)} more is needed.`
  }

  async function releaseIfInDanger(): Promise<void> {
    if (free >= limits.danger || reserve.held() <= NEEDED_BY_START) return
    await reserve.release(NEEDED_BY_START)
    await measure()
  }

  /** Runs in the background, because PostgreSQL may take seconds. */
  function freeSpace(connection: Address): void {
    if (isFreeing) return
    const inDanger = free < limits.danger
    const isDue = performance.now() - droppedAt > DROP_LOG_EVERY_MS
    if (!inDanger && !isDue) return
    isFreeing = true
    if (isDue) droppedAt = performance.now()
    void (inDanger ? cancelWork(connection) : Promise.resolve())
      .then(() => (isDue ? dropOldLog(connection) : undefined))
      .finally(() => (isFreeing = false))
  }

  async function check(connection: Address, onChange: (line: string) => void): Promise<void> {
    await measure()
    await releaseIfInDanger()
    if (full !== reported) {
      reported = full
      onChange(full ? `${describe()} Changes are rejected.` : 'The disk has space again.')
    }
    if (full) freeSpace(connection)
    if (!full) await reserve.grow(limits.reserve)
    else if (free >= 2 * NEEDED_BY_START) await reserve.grow(NEEDED_BY_START)
  }

  await measure()
  const isNew = !(await stat(cluster).catch(() => undefined))
  if (isNew && free < NEEDED_BY_NEW_CLUSTER)
    throw new ClusterError(
      `The disk of DATA_DIR (${folder}) is full: ${describeSize(free)} is free, and a new database needs ${describeSize(NEEDED_BY_NEW_CLUSTER)}. Free up space or set DATA_DIR to another disk.`,
    )

  return {
    isFull: () => full,

    findShortage(bytes) {
      if (full)
        return `${describe()} Nothing can be saved until the administrator frees up space. Viewing, printing and downloading still work.`
      const needed = bytes > LARGE_BODY ? limits.kept + GROWTH * bytes : 0
      if (measureFreeBeyondReserve() >= needed) return undefined
      return `The server's disk has too little space for a file of this size: ${describeSize(measureFreeBeyondReserve() - limits.kept)} can be used, and up to ${describeSize(needed - limits.kept)} may be needed. Send a smaller file, or ask the administrator to free up space.`
    },

    async canStart() {
      await measure()
      await releaseIfInDanger()
      return free >= NEEDED_BY_RECOVERY
    },

    async release() {
      await measure()
      await releaseIfInDanger()
      if (free < NEEDED_BY_START) await reserve.release(0)
      await measure()
      if (free >= NEEDED_BY_START / 2) return
      throw new DiskFullError(
        `The disk of DATA_DIR (${folder}) is full: PostgreSQL can't start without ${describeSize(NEEDED_BY_START)}. Free up space.`,
      )
    },

    watch(connection, onChange) {
      async function loop(): Promise<void> {
        // The next check tries again.
        await check(connection, onChange).catch(() => undefined)
        if (stopped) return
        const often = full || free < RARELY_ABOVE
        timer = setTimeout(() => void loop(), often ? CHECK_OFTEN_MS : CHECK_RARELY_MS).unref()
      }
      void loop()
    },

    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

// A file that reserves space: it is removed when the disk is full.

const NAME = 'haulbook.reserve'
const STEP = 8 * MB

type Reserve = {
  /** The size of the reserve in bytes. */
  held(): number
  /** Adds a step, up to `size`. */
  grow(size: number): Promise<void>
  /** Frees all but `kept` bytes. */
  release(kept: number): Promise<void>
}

/** `folder`: on the disk of the database. */
function openReserve(folder: string): Reserve {
  const file = path.join(folder, NAME)
  let held = sizeOf(file)

  return {
    held: () => held,

    async grow(size) {
      const step = Math.min(STEP, size - held)
      if (step <= 0) return
      try {
        await appendFile(file, incompressible(step), { mode: 0o600 })
      } catch {
        // The disk filled up meanwhile: remove what was written.
        await truncate(file, held).catch(() => undefined)
      }
      held = sizeOf(file)
    },

    async release(kept) {
      if (held <= kept) return
      if (kept) await truncate(file, kept)
      else await rm(file, { force: true })
      held = kept
    },
  }
}

/** File systems that compress would not keep space for zeros. */
function incompressible(bytes: number): Buffer {
  return randomFillSync(Buffer.allocUnsafe(bytes))
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
