/** Comments on loads and settlements (SPEC C84, C85), and the bell (C86). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { bellSchema } from '#core/comments/bell.ts'
import {
  COMMENT_ACCESS,
  commentSchema,
  newCommentSchema,
  threadSchema,
  type CommentSubject,
} from '#core/comments/comments.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency } from '#server/requests.ts'
import { readBell } from './bell.ts'
import { readThread } from './thread.ts'
import { addComment, deleteComment, markRead } from './write.ts'

const tags = ['Comments']

export function commentRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  addThreadRoutes(app, database, 'loads')
  addThreadRoutes(app, database, 'billing')

  api.delete(
    '/api/comments/:id',
    { schema: { tags }, config: { access: 'office' } },
    async (request, reply) => {
      await deleteComment(database, requireMember(request), readId(request))
      return reply.code(204).send()
    },
  )

  api.get(
    '/api/bell',
    { schema: { tags, response: { 200: bellSchema } }, config: { access: 'office' } },
    (request) => readBell(database, requireMember(request)),
  )
}

function addThreadRoutes(app: FastifyInstance, database: Database, kind: CommentSubject): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const path = `/api/${kind}/:id/comments`
  const config = { access: COMMENT_ACCESS[kind] }

  api.get(path, { schema: { tags, response: { 200: threadSchema } }, config }, (request) =>
    readThread(database, requireMember(request), { kind, id: readId(request) }),
  )

  api.post(
    path,
    { schema: { tags, body: newCommentSchema, response: { 201: commentSchema } }, config },
    async (request, reply) => {
      const member = requireMember(request)
      const subject = { kind, id: readId(request) }
      const once = readIdempotency(request)
      return reply.code(201).send(await addComment(database, member, subject, request.body, once))
    },
  )

  api.post(
    `${path}/read`,
    {
      schema: { tags, description: 'Marks your mentions in these comments as read.' },
      config,
    },
    async (request, reply) => {
      await markRead(database, requireMember(request), { kind, id: readId(request) })
      return reply.code(204).send()
    },
  )
}
