/** PostgreSQL could not start, or it exited. The message is shown to the operator. */
export class ClusterError extends Error {}

/** The disk has no space for the database to start. */
export class DiskFullError extends ClusterError {}

/** The server's process exited unexpectedly. */
export class DatabaseEndedError extends ClusterError {
  /** The disk was full. This is not the database's fault and ends when there is space. */
  readonly diskFull: boolean
  /** Processes of an ended server still use its memory. This clears up when they end. */
  readonly inUse: boolean

  constructor(message: string, { diskFull = false, inUse = false } = {}) {
    super(message)
    this.diskFull = diskFull
    this.inUse = inUse
  }
}
