/** Documents that belong to a factor or to a check of a broker, not to a load (SPEC C290, C291). */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { documentSchema, FILE_TYPES, uploadQuery } from '#core/documents/documents.ts'
import { NOT_KEPT, type KeptPlace } from '#core/documents/kept.ts'
import type { Permission } from '#core/team/roles.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { DocumentStore } from '#server/documents/document-store.ts'
import { readKeptDocuments } from '#server/documents/facts.ts'
import { acceptFiles } from '#server/documents/receive-body.ts'
import { receive } from '#server/documents/routes.ts'
import { readId } from '#server/requests.ts'

type Keeper = {
  /** "/api/factors/:id/documents". */
  path: string
  tags: string[]
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
  { path, tags, place, reads, changes, requireRecord }: Keeper,
): Promise<void> {
  const { database } = store
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      path,
      { schema: { tags, response: { 200: z.array(documentSchema) } }, config: { access: reads } },
      async (request) => {
        const member = requireMember(request)
        const id = readId(request)
        await requireRecord(database, member.accountId, id)
        return readKeptDocuments(database, member, { ...NOT_KEPT, [place]: id })
      },
    )

  await app.register(async (scope) => {
    acceptFiles(scope)
    scope.withTypeProvider<ZodTypeProvider>().post(
      path,
      {
        schema: {
          tags,
          querystring: uploadQuery.pick({ name: true }),
          consumes: [...FILE_TYPES],
          response: { 201: documentSchema },
        },
        config: { access: changes, ownSlots: true, reservesSpace: true },
      },
      async (request, reply) => {
        const { accountId: userId } = requireMember(request)
        const id = readId(request)
        await requireRecord(database, userId, id)
        const sent = { ...request.query, kind: 'other', loadId: null } as const
        const kept = { ...NOT_KEPT, [place]: id }
        const lockOwner = (work: Work) => requireRecord(work, userId, id)
        return reply
          .code(201)
          .send(
            await receive(
              store,
              request,
              reply,
              { ...sent, confirmed: undefined, kept },
              lockOwner,
            ),
          )
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

/** Removes the link to a factor that is about to be deleted from its letters in the trash. */
export async function releaseDeletedLetters(
  work: Work,
  userId: string,
  factorId: number,
): Promise<void> {
  await sql`update documents set factor_id = null, version = version + 1, updated_at = now()
    where user_id = ${userId} and factor_id = ${factorId} and deleted_at is not null`.execute(work)
}
