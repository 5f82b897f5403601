/** PostgreSQL could not be started, or ended. The message is for a person. */
export class ClusterError extends Error {}

/** The server's process ended although no one stopped it. */
export class DatabaseEndedError extends ClusterError {
  /** The disk had no room. This is no fault of the database and passes when there is room. */
  readonly diskFull: boolean
  /** Processes of an ended server still use its memory. This passes when they end. */
  readonly inUse: boolean

  constructor(message: string, { diskFull = false, inUse = false } = {}) {
    super(message)
    this.diskFull = diskFull
    this.inUse = inUse
  }
}
