/** Unpacks npm's Chromium with its libraries and fonts into TMPDIR, the only target that its package supports. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import packed, { inflate } from '@sparticuz/chromium'

const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))

await packed.executablePath()
await inflate(path.join(path.dirname(entry), '../bin/al2023.tar.br'))
