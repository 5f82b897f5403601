/** Whether the disk has room for the database server. */
import { statfs } from 'node:fs/promises'

/** One WAL segment of 16 MB, and what recovery writes beside it. */
const LEAST_BYTES = 32 * 1024 * 1024

export async function hasSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= LEAST_BYTES
}
