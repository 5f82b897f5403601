/** Comments on loads and settlements (SPEC C84, C85), and the bell (C86). */
import type { FastifyInstance } from 'fastify'
import { bellSchema } from '#core/comments/bell.ts'
import {
  COMMENT_ACCESS,
  commentSchema,
  newCommentSchema,
  threadSchema,
  type CommentSubject,
} from '#core/comments/comments.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readBell } from './bell.ts'
import { readThread } from './thread.ts'
import { addComment, deleteComment, markRead } from './write.ts'

const TAG = 'Comments'

export function commentRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, remove } = routesOf(app, TAG)
  addThreadRoutes(app, database, 'loads')
  addThreadRoutes(app, database, 'billing')

  remove('/api/comments/:id', { access: 'office' }, ({ member, id }) =>
    deleteComment(database, member, id),
  )

  get('/api/bell', { access: 'office', answer: bellSchema }, ({ member }) =>
    readBell(database, member),
  )
}

function addThreadRoutes(app: FastifyInstance, database: Database, kind: CommentSubject): void {
  const { get, post } = routesOf(app, TAG)
  const path = `/api/${kind}/:id/comments`
  const access = COMMENT_ACCESS[kind]

  get(path, { access, answer: threadSchema }, ({ member, id }) =>
    readThread(database, member, { kind, id }),
  )

  post(
    path,
    { access, body: newCommentSchema, answer: commentSchema, status: 201 },
    ({ member, id, body, repeatable }) =>
      addComment(database, member, { kind, id }, body, repeatable),
  )

  post(
    `${path}/read`,
    { access, description: 'Marks your mentions in these comments as read.' },
    ({ member, id }) => markRead(database, member, { kind, id }),
  )
}
