/** Sends a list: the records, and the number of matches in a header (SPEC B20). */
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { TOTAL_COUNT_HEADER } from '#core/api.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readBatches, streamSnapshot } from '#server/streaming/snapshot.ts'
import { openListed } from './open-listed.ts'
import { lookUpSearch } from './query/search.ts'
import { selectMatching } from './query/select.ts'
import { countMatches, readPage } from './read.ts'
import type { Listed, ListQuery, SearchedQuery } from './types.ts'

/** A whole list with more records is streamed. */
const MAX_AT_ONCE = 1000
const JSON_IN_UTF8 = 'application/json; charset=utf-8'

/** Throws 429 if the account, or all accounts together, stream too many lists already. */
export async function sendList(
  reply: FastifyReply,
  database: Database,
  listed: Listed,
  userId: string,
  query: ListQuery,
): Promise<FastifyReply> {
  const isWhole = query.limit === undefined && query.offset === 0
  const searched = await lookUpSearch(database, listed, userId, query)
  const [total = 0, page] = await Promise.all([
    query.counted || isWhole ? countMatches(database, listed, userId, searched) : undefined,
    isWhole ? undefined : readRecords(database, listed, userId, searched),
  ])
  if (query.counted) void reply.header(TOTAL_COUNT_HEADER, total)
  if (isWhole && total > MAX_AT_ONCE) {
    // Fastify would send a streamed body with HEAD.
    if (reply.request.method === 'HEAD') return reply.type(JSON_IN_UTF8).send()
    const pieces = (work: Work) => streamJson(work, listed, userId, query)
    const stream = await streamSnapshot(database, userId, pieces)
    return reply.type(JSON_IN_UTF8).send(stream)
  }
  const records = page ?? (await readRecords(database, listed, userId, searched))
  return reply.type(JSON_IN_UTF8).send(records)
}

async function readRecords(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
): Promise<AnyRecord[]> {
  const rows = await readPage<AnyRecord>(database, listed, userId, query)
  return rows.map((row) => openListed(database, listed, row))
}

/** Sends the list in pieces: 100,000 records together would take a gigabyte and block all requests for seconds. */
async function* streamJson(
  work: Work,
  listed: Listed,
  userId: string,
  query: ListQuery,
): AsyncGenerator<string> {
  const searched = await lookUpSearch(work, listed, userId, query)
  const select = selectMatching(listed, userId, searched)
  let separator = '['
  for await (const rows of readBatches(work, sql<AnyRecord>`${select}`)) {
    yield separator + rows.map((row) => JSON.stringify(openListed(work, listed, row))).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
