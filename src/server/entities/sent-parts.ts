/** What a request can send with a record: the charges of a load, saved with it in one transaction (SPEC C103). */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyRecord } from '#core/entities/entity.ts'
import { chargesSchema, type SentCharge } from '#core/charges/requests.ts'
import type { Member } from '#core/team/member.ts'
import { addChargesOf, saveChargesOf } from '#server/charges/save-charges.ts'
import { readSentCharges } from '#server/charges/sent-charges.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { readOperation } from '#server/requests.ts'
import { keepCharges } from './undo/keep-charges.ts'

export type Parts = {
  sent: { charges: SentCharge[] }
  /** Both throw 400 at the fields. */
  add: (work: Work, record: AnyRecord) => Promise<void>
  /** Returns a function that stores the change for an undo. Call it once the record is saved too. */
  change: (work: Work, id: number) => Promise<() => Promise<void>>
}

/** Adds the charges to the schema of a load, for the API documentation. */
export function withParts<Body>({ name }: { name: string }, schema: z.ZodType<Body>) {
  if (name !== 'loads') return schema
  const charges = chargesSchema()
    .optional()
    .describe('All charges of the load. With charges, revenue must be their sum.')
  return z.intersection(schema, z.object({ charges }))
}

/** Reads the record and its parts. Throws 400 at the fields of both, and 403 at a hidden field. */
export function readWithParts<Values>(
  entity: { name: string },
  member: Member,
  request: FastifyRequest,
  readValues: () => Values,
): { values: Values; parts: Parts | undefined } {
  const errors: RequestError[] = []
  const values = collect(readValues, errors)
  const parts = collect(() => readSentParts(entity, member, request), errors)
  const [first] = errors
  if (first) throw mergeErrors(first, errors)
  return { values: values as Values, parts }
}

function collect<Result>(read: () => Result, errors: RequestError[]): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RequestError) || error.statusCode !== 400) throw error
    errors.push(error)
    return undefined
  }
}

function mergeErrors({ message, more }: RequestError, errors: RequestError[]): RequestError {
  const fields = Object.fromEntries(errors.flatMap((error) => Object.entries(error.fields ?? {})))
  return new RequestError(400, message, { fields, more })
}

/** Undefined if the request sends only the record. Throws 400 at the fields, and 403 at a hidden field. */
function readSentParts(
  { name }: { name: string },
  member: Member,
  request: FastifyRequest,
): Parts | undefined {
  const { charges: sent } = (request.body ?? {}) as { charges?: unknown }
  if (name !== 'loads' || sent === undefined) return undefined
  const operation = { id: readOperation(request), userId: member.accountId }
  const charges = readSentCharges(sent, member.permissions)
  return {
    sent: { charges },
    add: (work, { id, revenue }) =>
      addChargesOf(work, member, { id, revenue: String(revenue) }, charges),
    async change(work, id) {
      const before = await saveChargesOf(work, member, id, charges)
      return async () => {
        if (before) await keepCharges(work, operation, new Map([[id, before]]))
      }
    },
  }
}
