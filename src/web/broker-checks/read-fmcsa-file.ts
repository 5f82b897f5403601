/** Reads a file of FMCSA or DOT from the disk in pieces: it can be hundreds of megabytes large (SPEC C229). */
import type { NumberKey } from '#core/broker-checks/numbers.ts'
import { openPicker, type PickedFile } from '#core/broker-checks/pick-rows.ts'

type Reading = {
  keys: readonly NumberKey[]
  /** The share of the file that was read, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Throws UnreadableFile, or the signal's reason if it was aborted. */
export async function readFmcsaFile(
  file: Blob,
  { keys, onProgress, signal }: Reading,
): Promise<PickedFile> {
  const picker = openPicker(new Set(keys))
  // Also drops the byte order mark.
  const decoder = new TextDecoder()
  let read = 0
  for (let from = 0; from < file.size; from += PIECE) {
    signal.throwIfAborted()
    const bytes = await file.slice(from, from + PIECE).arrayBuffer()
    picker.push(decoder.decode(bytes, { stream: true }))
    read += bytes.byteLength
    onProgress(read / file.size)
  }
  picker.push(decoder.decode())
  return picker.end()
}

/** In bytes. Reading a piece takes a few hundredths of a second, so the page stays responsive. */
const PIECE = 2 * 1024 * 1024
