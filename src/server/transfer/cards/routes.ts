/** Routes that check and import a file of a card company (SPEC C562, C563). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cards } from '#core/cards/cards.ts'
import {
  approvedWeeksAnswer,
  NEGATIVE,
  purchaseCheckResponse,
  purchasesImportedResponse,
  type PurchaseCheck,
} from '#core/cards/imports.ts'
import { importedPurchases } from '#core/cards/files/matched.ts'
import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import { checkPurchases } from '#server/cards/purchases/check.ts'
import { readLastProvider } from '#server/cards/purchases/plan.ts'
import { savePurchases } from '#server/cards/purchases/save.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readIdempotency } from '#server/requests.ts'
import { routesOf } from '#server/routes.ts'
import type { CsvTable } from '#server/transfer/csv/csv-file.ts'
import {
  readRememberedColumns,
  readRememberedDays,
  rememberColumns,
  rememberDays,
} from '#server/transfer/remembered.ts'
import {
  daysKeyOf,
  isDayUnsure,
  openPurchases,
  requireColumns,
  type OpenedPurchases,
} from './open-purchases.ts'

/** Runs `work` with the tables of the sent file, once the account has a slot. */
type WithTables = <Result>(
  request: FastifyRequest,
  work: (tables: CsvTable[]) => Promise<Result>,
) => Promise<Result>

const query = z.object({
  name: z.string().max(200, 'name must be 200 characters or fewer').default('File'),
  provider: cards.fields.provider.schema.optional(),
  columns: z
    .string()
    .optional()
    .describe("The value of each column, in the file's order, separated by commas; blank for none"),
  days: z
    .enum(['mdy', 'dmy'], 'days must be mdy or dmy')
    .optional()
    .describe(
      'Whether the month or the day is first in 3/11/2026; by default as the file shows, else the month',
    ),
  confirmed: z
    .string()
    .max(100)
    .default('')
    .describe('The questions that are answered with yes, separated by commas'),
  negative: z
    .enum(NEGATIVE.map(({ value }) => value))
    .optional()
    .describe('What amounts below 0 are'),
  approvedWeeks: approvedWeeksAnswer,
})

const path = '/api/card-purchases/import'
const file = {
  access: ['import', 'payroll'] as const,
  query,
  consumes: ['text/csv', WORKBOOK_TYPE],
}

export function addCardRoutes(
  scope: FastifyInstance,
  database: Database,
  withTables: WithTables,
): void {
  const { post } = routesOf(scope, 'Fuel & Tolls')

  async function open(
    account: string,
    given: z.output<typeof query>,
    tables: CsvTable[],
  ): Promise<OpenedPurchases> {
    const remembered = await readRememberedColumns(database, account, importedPurchases)
    const rememberedDays = await readRememberedDays(database, account)
    const lastProvider = await readLastProvider(database, account)
    return openPurchases(tables, { ...given, remembered, rememberedDays, lastProvider })
  }

  post(
    `${path}/check`,
    { ...file, answer: purchaseCheckResponse, config: { worksWithoutSpace: true } },
    ({ account, request, query }) =>
      withTables(request, async (tables): Promise<PurchaseCheck> => {
        const { read, ...shown } = await open(account, query, tables)
        return { ...(await checkPurchases(database, account, read)), ...shown }
      }),
  )

  post(
    path,
    { ...file, answer: purchasesImportedResponse, status: 201 },
    ({ account, requester, request, query }) =>
      withTables(request, async (tables) => {
        const opened = await open(account, query, tables)
        requireColumns(opened)
        const { read, columns, titles } = opened
        const save = {
          ...requester,
          confirmed: query.confirmed.split(','),
          approvedWeeks: query.approvedWeeks,
          remember: async (work: Work) => {
            if (isDayUnsure(opened))
              await rememberDays(work, account, {
                key: daysKeyOf(opened),
                order: read.file.days.order,
              })
            if (columns)
              await rememberColumns(work, {
                userId: account,
                entity: importedPurchases,
                columns,
                refused: [],
                file: { titles },
              })
          },
        }
        const repeatable = {
          ...readIdempotency(request),
          body: [read.digest, read.provider, query.negative, query.days, query.approvedWeeks],
        }
        return savePurchases(database, save, read, repeatable)
      }),
  )
}
