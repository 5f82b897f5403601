/** The line that shows the address once the server is ready (SPEC B1). */
import path from 'node:path'
import type { Config } from '#server/config.ts'
import type { EmbeddedServer } from '#server/database/embedded/embedded.ts'

export function describeReady(
  address: string,
  { publicUrl, dataDir }: Pick<Config, 'publicUrl' | 'dataDir'>,
  embedded: EmbeddedServer | undefined,
): string {
  const remarks = [
    ...(publicUrl ? [`listening on ${address}`] : []),
    ...(embedded ? [`data in ${shortenPath(dataDir)}`] : []),
    ...(embedded?.disk.isFull() ? ['the disk is full: nothing can be saved'] : []),
    ...(embedded?.note ? [embedded.note] : []),
    'press Ctrl-C to stop',
  ]
  return `Haulbook is ready: open ${publicUrl ?? address} (${remarks.join('; ')})`
}

/** "./data" for a folder in the current one. */
function shortenPath(folder: string): string {
  const relative = path.relative('', folder)
  return relative.startsWith('..') || path.isAbsolute(relative) ? folder : `./${relative}`
}
