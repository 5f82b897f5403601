/** The tables that are lists of their own (`listedRows` in core): their routes follow from the declaration. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  changedRecordSchema,
  newRecordSchema,
  responseSchema,
  type AnyRecord,
} from '#core/entities/entity.ts'
import type { Table } from '#core/entities/table.ts'
import type { TableName } from '#core/tables.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import { runIdempotent } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, versionConflict } from '#server/errors.ts'
import { defineColumnKinds } from '#server/lists/query/list-query.ts'
import { listRoutes } from '#server/lists/routes.ts'
import type { Listed } from '#server/lists/types.ts'
import { routesOf } from '#server/routes.ts'
import type { ExportedListing } from '#server/streaming/csv-text.ts'
import { exportRoutes } from '#server/streaming/export-routes.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { deleteRows, findRow, insertRow, lockForUpdate, updateRow } from './rows.ts'

type ListedTable = Table & Required<Pick<Table, 'list'>>

/** The list as the API has it, with its files. `how`: how its rows are read. */
export type RowList = ExportedListing & Required<Pick<Table, 'list'>>

export function rowList(
  name: TableName,
  { seenBy, list }: ListedTable,
  how: Pick<Listed, 'newest' | 'rows'> = {},
): RowList {
  const { listing } = list
  return {
    name,
    path: listing.name,
    file: listing.name,
    title: listing.title,
    access: seenBy,
    listed: { ...listing, name, ...how },
    kinds: defineColumnKinds(listing.fields),
    columns: csvColumns(listing.fields),
    list,
  }
}

/** A row that is going to be saved. `id`: null for a new one. `confirmed`: the questions that the user answered with yes. */
export type RowToSave<Values> = {
  userId: string
  id: number | null
  values: Values
  confirmed: readonly string[]
}

const confirmed = z.object({ confirmed: z.array(z.string()).max(10).default([]) })

export type RowRules<Values> = {
  /** Throws what a row may not be, at its field, and what must be confirmed (409). */
  check?: (work: Work, row: RowToSave<Values>) => Promise<void>
  /** Runs before a deletion. Throws 409 if something needs the row. */
  release?: (work: Work, userId: string, id: number) => Promise<void>
}

export function rowRoutes<Values>(
  app: FastifyInstance,
  database: Database,
  declared: RowList,
  { check, release }: RowRules<Values> = {},
): void {
  const { listed, kinds, access, path, title, list } = declared
  const { listing, changedBy } = list
  const { get, post, put, remove } = routesOf(app, title)
  const { fields } = listing
  const rows = `/api/${path ?? listed.name}`
  const answer = responseSchema(fields)

  async function read(work: Database | Work, userId: string, id: number): Promise<AnyRecord> {
    const found = await findRow(work, userId, listed, id)
    if (!found) throw notFound()
    return found
  }

  listRoutes(app, database, { path: rows, tag: title, access, listed, kinds, response: answer })

  exportRoutes(app, database, declared)

  get(`${rows}/:id`, { access, answer }, ({ account, id }) => read(database, account, id))

  post(
    rows,
    {
      access: changedBy,
      body: z.intersection(newRecordSchema(fields), confirmed),
      answer,
      status: 201,
    },
    ({ account: userId, body, repeatable }) => {
      const { confirmed, ...values } = body
      return withFieldErrors(listed.name, fields, values, () =>
        runIdempotent(database, userId, repeatable, async (work) => {
          await check?.(work, { userId, id: null, values: values as Values, confirmed })
          const made = await insertRow(work, userId, { ...listed, only: ['id'] }, values)
          return read(work, userId, made?.id ?? 0)
        }),
      )
    },
  )

  put(
    `${rows}/:id`,
    {
      access: changedBy,
      body: z.intersection(changedRecordSchema(fields), confirmed),
      answer,
    },
    ({ account: userId, id, body, version }) => {
      const { confirmed, ...values } = body
      return withFieldErrors(listed.name, fields, values, () =>
        inTransaction(database, async (work) => {
          await lockForUpdate(work, userId, listed, id)
          const stored = await read(work, userId, id)
          if (version !== undefined && version !== stored.version) throw versionConflict(stored)
          const checked = { ...stored, ...values } as unknown as Values
          await check?.(work, { userId, id, values: checked, confirmed })
          await updateRow(work, userId, listed, { id, version: undefined }, values)
          return read(work, userId, id)
        }),
      )
    },
  )

  remove(`${rows}/:id`, { access: changedBy }, ({ account: userId, id, operation }) =>
    inTransaction(database, async (work) => {
      await lockForUpdate(work, userId, listed, id)
      await read(work, userId, id)
      await release?.(work, userId, id)
      await deleteRows(work, { id: operation, userId }, listed, [id])
    }),
  )
}
