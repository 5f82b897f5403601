/** How a list is answered: the rows, and how many match in all (SPEC B20). */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { TOTAL_COUNT_HEADER } from '#core/api.ts'
import { listQuerySchema } from './list-query.ts'

/** `total` undefined: it was not asked for. */
export function sendList(reply: FastifyReply, rows: unknown[], total: number | undefined) {
  return (total === undefined ? reply : reply.header(TOTAL_COUNT_HEADER, total)).send(rows)
}

export function countSchema(tags: string[]) {
  return { tags, querystring: listQuerySchema, response: { 200: z.object({ count: z.int() }) } }
}
