/** The documents as files of the account's ZIP, named by load and kind (SPEC C114). */
import { sql } from 'kysely'
import { nameDocument, toFileName } from '#core/documents/document-name.ts'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { labelKept, type KeptPlace } from '#core/documents/kept.ts'
import type { Work } from '#server/database/open.ts'
import type { ArchivedFile, ZipSize } from '#server/streaming/zip.ts'
import { KEPT_COLUMNS } from './facts.ts'
import { readPieces } from './file-parts.ts'

type Named = Pick<
  DocumentFacts,
  'id' | 'kind' | 'type' | 'pages' | 'bytes' | 'sha256' | 'originalName' | 'loadId' | 'loadNumber'
> &
  KeptPlace & { namedNumber: string | null }

const BATCH = 500

/** The size of the documents that are not in the trash. */
export async function measureDocuments(work: Work, userId: string): Promise<ZipSize> {
  const { rows } = await sql<ZipSize>`
    select coalesce(sum(bytes), 0)::bigint as bytes, count(*) as files from documents
    where user_id = ${userId} and deleted_at is null`.execute(work)
  return rows[0] ?? { bytes: 0, files: 0 }
}

/** The files of documents. Each file is read piece by piece when the ZIP gets to it. */
export async function* documentFiles(work: Work, userId: string): AsyncGenerator<ArchivedFile> {
  let after = 0
  for (;;) {
    const rows = await readNamed(work, userId, after)
    for (const row of rows) {
      const content = readPieces(work, userId, row.sha256, { from: 0, to: row.bytes })
      // Pictures and PDFs are already compressed.
      yield { name: nameInZip(row), content, isCompressed: true }
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? 0
  }
}

async function readNamed(work: Work, userId: string, after: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select document.id, document.load_id, ${KEPT_COLUMNS}, loads.load_id as load_number,
      coalesce(loads.broker_load_number, loads.load_id) as named_number, document.kind, document.original_name,
      document.type, document.pages, document.bytes, document.sha256
    from documents as document left join loads on loads.user_id = ${userId} and loads.id = document.load_id
    where document.user_id = ${userId} and document.deleted_at is null and document.id > ${after}
    order by document.id limit ${BATCH}`.execute(work)
  return rows
}

/** "documents/L-100/17 BOL L-100 (3 p).pdf". The id makes it unique. */
function nameInZip(document: Named): string {
  const { id, loadId, loadNumber } = document
  const withoutLoad = labelKept(document) ?? (loadId === null ? 'inbox' : 'deleted loads')
  const folder = loadNumber ?? withoutLoad
  // ".." is the parent folder, and Windows rejects a name that ends with a period.
  const safe = toFileName(folder).replace(/^\.+|\.+$/g, '-')
  return `documents/${safe}/${id} ${nameDocument({ ...document, loadNumber: document.namedNumber })}`
}
