/** How a list is answered: the rows, and how many match in all (SPEC B20). */
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { TOTAL_COUNT_HEADER } from '#core/api.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import { readBatches, streamSnapshot } from '#server/streaming/snapshot.ts'
import type { ListQuery } from './list-query.ts'
import { countOf, pageOf } from './list-reads.ts'
import { selectMatching, type Listed } from './list-sql.ts'
import { withFound } from './search-sql.ts'

/** A whole list of more records is sent while it is read. */
const LONG = 1000
const JSON_IN_UTF8 = 'application/json; charset=utf-8'

/** Throws 429 where a long list is asked for while the account, or everybody, reads too many already. */
export async function answerList(
  reply: FastifyReply,
  database: Database,
  listed: Listed,
  userId: string,
  query: ListQuery,
): Promise<FastifyReply> {
  const whole = query.limit === undefined && query.offset === 0
  const found = await withFound(database, listed, userId, query)
  const counting = query.counted || whole ? countOf(database, listed, userId, found) : undefined
  const reading = whole ? undefined : pageOf<AnyRecord>(database, listed, userId, found)
  const [total = 0, page] = await Promise.all([counting, reading])
  if (query.counted) void reply.header(TOTAL_COUNT_HEADER, total)
  if (whole && total > LONG) {
    // A head is through before its list would be.
    if (reply.request.method === 'HEAD') return reply.type(JSON_IN_UTF8).send()
    const pieces = (work: Work) => listText(work, listed, userId, query)
    const stream = await streamSnapshot(database, userId, pieces)
    return reply.type(JSON_IN_UTF8).send(stream)
  }
  const rows = page ?? (await pageOf<AnyRecord>(database, listed, userId, found))
  return reply.send(rows.map((row) => openRecord(database, listed, row)))
}

/** In pieces: made at once, 100,000 records take a gigabyte, and everybody else waits for seconds. */
async function* listText(
  work: Work,
  listed: Listed,
  userId: string,
  query: ListQuery,
): AsyncGenerator<string> {
  const found = await withFound(work, listed, userId, query)
  const select = selectMatching(listed, userId, found)
  let before = '['
  for await (const rows of readBatches(work, sql<AnyRecord>`${select}`)) {
    yield before + rows.map((row) => JSON.stringify(openRecord(work, listed, row))).join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
