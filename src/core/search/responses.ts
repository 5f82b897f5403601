/** What `/api/search` returns. */
import { z } from 'zod'
import { everyEntity } from '#core/entities/entities.ts'
import { PAPERS, type Found } from './search.ts'

const record = z.object({
  entity: z.enum(everyEntity.map(({ name }) => name)),
  record: z
    .looseObject({ id: z.int() })
    .describe('With the fields of its label and of its entity’s detail column'),
})

const paper = z.object({
  entity: z.enum(PAPERS),
  record: z.object({
    id: z.int(),
    name: z.string().describe('"Invoice 92"'),
    number: z.string().describe('What was searched for'),
    detail: z.string().describe('The broker or payee, and the amount'),
  }),
})

/** Best matches first. */
export const foundSchema: z.ZodType<Found[]> = z.array(z.union([record, paper]))
