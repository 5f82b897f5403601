/** How much disk space the embedded database leaves free. All sizes are bytes. */
import { statfsSync } from 'node:fs'
import { formatInteger } from '#core/pluralize.ts'

export const MB = 1024 * 1024
const GB = 1024 * MB

export type DiskLimits = {
  /** Changes are rejected while less is free in addition to the reserve. */
  kept: number
  /** The size of the file that is removed when the disk is full. */
  reserve: number
  /** With less free space the reserve is released: PostgreSQL's log needs 16 MB at once and exits without it. */
  danger: number
}

const LARGE: DiskLimits = { kept: 64 * MB, reserve: 64 * MB, danger: 32 * MB }
const SMALL: DiskLimits = { kept: 20 * MB, reserve: 24 * MB, danger: 17 * MB }

/** The space that `initdb`, the first migrations and the reserve need. */
export const NEEDED_BY_NEW_CLUSTER = 100 * MB
/** The part of the reserve that is kept for the next start: the server writes its process id and a few files. */
export const NEEDED_BY_START = 4 * MB

/** One more segment of the write-ahead log, and what recovery writes in addition. */
export const NEEDED_BY_RECOVERY = 17 * MB

export function limitsOf(disk: number): DiskLimits {
  return disk < GB ? SMALL : LARGE
}

/** PostgreSQL's write-ahead log would take a gigabyte of a small disk. */
export function limitLog(cluster: string): Record<string, string> {
  const { blocks, bsize } = statfsSync(cluster)
  const disk = blocks * bsize
  if (disk >= 16 * GB) return {}
  if (disk < GB) return { min_wal_size: '32MB', max_wal_size: '48MB' }
  return { max_wal_size: `${Math.max(80, Math.floor(disk / 16 / MB))}MB` }
}

/** "12 MB". */
export function describeSize(bytes: number): string {
  return `${formatInteger(Math.max(0, Math.floor(bytes / MB)))} MB`
}
