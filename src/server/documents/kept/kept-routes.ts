/** Documents that belong to another record, not to a load (SPEC C290, C291, C525). */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { documentSchema, FILE_TYPES, uploadQuery } from '#core/documents/documents.ts'
import { NOT_KEPT, type KeptPlace } from '#core/documents/kept.ts'
import type { Permission } from '#core/team/roles.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { DocumentStore } from '#server/documents/document-store.ts'
import { readKeptDocuments } from '#server/documents/facts.ts'
import { acceptFiles } from '#server/documents/receive-body.ts'
import type { ReleasedFrom } from '#server/documents/trash.ts'
import { receive } from '#server/documents/routes.ts'
import { routesOf } from '#server/routes.ts'

type Keeper = {
  /** "/api/factors/:id/documents". */
  path: string
  /** The chapter of the API's description. */
  tag: string
  /** The column with the record's id. */
  place: keyof KeptPlace
  reads: Permission
  changes: Permission
  /** Throws 404. In a transaction it locks the record, which can't be deleted until the end. */
  requireRecord: (work: Database | Work, userId: string, id: number) => Promise<void>
}

/** Adds the routes that list and upload the record's documents. They are opened and deleted like any other document. */
export async function keptDocumentRoutes(
  app: FastifyInstance,
  store: DocumentStore,
  { path, tag, place, reads, changes, requireRecord }: Keeper,
): Promise<void> {
  const { database } = store

  routesOf(app, tag).get(
    path,
    { access: reads, answer: z.array(documentSchema) },
    async ({ member, id }) => {
      await requireRecord(database, member.accountId, id)
      return readKeptDocuments(database, member, { ...NOT_KEPT, [place]: id })
    },
  )

  await app.register(async (scope) => {
    acceptFiles(scope)
    routesOf(scope, tag).post(
      path,
      {
        access: changes,
        query: uploadQuery.pick({ name: true }),
        consumes: FILE_TYPES,
        answer: documentSchema,
        status: 201,
        config: { ownSlots: true, reservesSpace: true },
      },
      async (call) => {
        const { account, id, query } = call
        await requireRecord(database, account, id)
        const kept = { ...NOT_KEPT, [place]: id }
        const sent = { ...query, kind: 'other', loadId: null, confirmed: undefined, kept } as const
        return receive(store, call, sent, (work) => requireRecord(work, account, id))
      },
    )
  })
}

/** Moves the documents of a check that is about to be deleted to the inbox. */
export async function releaseCheckDocuments(
  work: Work,
  userId: string,
  checkId: number,
): Promise<void> {
  await sql`update documents set check_id = null, version = version + 1, updated_at = now()
    where user_id = ${userId} and check_id = ${checkId}`.execute(work)
}

/**
 * Takes the documents in the trash off a record that is about to be deleted. They can't be restored without it: in the inbox, others
 * would read them. Returns whether it has documents that are not in the trash.
 */
export async function releaseDeletedDocuments(
  work: Work,
  userId: string,
  place: keyof KeptPlace,
  id: number,
): Promise<boolean> {
  const { rows: released } = await sql<{ id: number }>`update documents
    set ${sql.ref(place)} = null, version = version + 1, updated_at = now()
    where user_id = ${userId} and ${sql.ref(place)} = ${id} and deleted_at is not null returning id`.execute(
    work,
  )
  const kept: ReleasedFrom = { place, placeId: id }
  await sql`update undo_records set before = before || ${JSON.stringify(kept)}::jsonb
    where user_id = ${userId} and subject = 'documents' and action = 'deleted'
      and record_id = any(${released.map((row) => row.id)})`.execute(work)
  const { rows } = await sql`select from documents
    where user_id = ${userId} and ${sql.ref(place)} = ${id} limit 1`.execute(work)
  return rows.length > 0
}
