/** Routes by which a person turns two-step login on and off (SPEC C76). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  formatRecoveryCode,
  recoveryCodesSchema,
  twoStepChangeSchema,
  twoStepOnSchema,
  twoStepSchema,
  twoStepSetupSchema,
} from '#core/accounts/two-step.ts'
import { requireMember } from '#server/accounts/auth.ts'
import { readPerson } from '#server/accounts/team/persons.ts'
import type { Database, Work } from '#server/database/open.ts'
import { makeUri, newSecret } from './app-code.ts'
import { changeTwoStep } from './change.ts'
import { checkCode, checkSetupCode } from './check-code.ts'
import { drawQrCode } from './qr-code.ts'
import { newRecoveryCodes, type NewRecoveryCodes } from './recovery-codes.ts'
import { readTwoStep } from './status.ts'
import { alreadyOnError, replaceRecoveryCodes, startSetup, turnOff } from './store.ts'

const tags = ['Accounts']
const PATH = '/api/auth/two-step'
/** The access of routes that a member who has to set it up can use too. */
const READS = { access: 'everyone', withoutTwoStep: true } as const
const SETUP = { ...READS, worksWithoutSpace: true } as const
const CHANGES = { ...SETUP, hashes: 'change' } as const

export function twoStepRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(PATH, { schema: { tags, response: { 200: twoStepSchema } }, config: READS }, (request) =>
    readTwoStep(database, requireMember(request)),
  )

  api.post(
    `${PATH}/setup`,
    { schema: { tags, response: { 200: twoStepSetupSchema } }, config: SETUP },
    async (request) => {
      const { personId } = requireMember(request)
      const { email } = await readPerson(database, personId)
      const secret = await newSecret()
      if (!(await startSetup(database, personId, secret))) throw alreadyOnError()
      const uri = await makeUri(secret, email)
      return { secret, uri, qr: await drawQrCode(uri) }
    },
  )

  api.post(
    `${PATH}/on`,
    {
      schema: { tags, body: twoStepOnSchema, response: { 200: recoveryCodesSchema } },
      config: CHANGES,
    },
    (request, reply) => {
      const typed = request.body
      const prepare = async (personId: string) => {
        const codes = await newRecoveryCodes()
        const useCode = await checkSetupCode(database, personId, typed.code, codes)
        return { useCode, result: showCodes(codes) }
      }
      const change = { typed, action: 'two-step-on', prepare, endsSessions: true } as const
      return changeTwoStep(database, request, reply, change)
    },
  )

  api.post(
    `${PATH}/off`,
    {
      schema: { tags, body: twoStepChangeSchema, response: { 200: z.object({}) } },
      config: CHANGES,
    },
    (request, reply) => {
      const typed = request.body
      const prepare = async (personId: string) => ({
        useCode: await checkCode(database, personId, typed.code),
        apply: (work: Work) => turnOff(work, personId),
        result: {},
      })
      const change = { typed, action: 'two-step-off', prepare, endsSessions: true } as const
      return changeTwoStep(database, request, reply, change)
    },
  )

  api.post(
    `${PATH}/recovery-codes`,
    {
      schema: { tags, body: twoStepChangeSchema, response: { 200: recoveryCodesSchema } },
      config: CHANGES,
    },
    (request, reply) => {
      const typed = request.body
      const prepare = async (personId: string) => {
        const codes = await newRecoveryCodes()
        const useCode = await checkCode(database, personId, typed.code)
        const apply = (work: Work) => replaceRecoveryCodes(work, personId, codes)
        return { useCode, apply, result: showCodes(codes) }
      }
      const action = 'recovery-codes-created'
      return changeTwoStep(database, request, reply, {
        typed,
        action,
        prepare,
        endsSessions: false,
      })
    },
  )
}

function showCodes({ codes }: NewRecoveryCodes) {
  return { recoveryCodes: codes.map(formatRecoveryCode) }
}
