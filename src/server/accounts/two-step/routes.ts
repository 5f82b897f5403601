/** Routes by which a person turns two-step login on and off (SPEC C76). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  formatRecoveryCode,
  recoveryCodesSchema,
  twoStepChangeSchema,
  twoStepOnSchema,
  twoStepSchema,
  twoStepSetupSchema,
} from '#core/accounts/two-step.ts'
import { readPerson } from '#server/accounts/team/persons.ts'
import type { Work } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { makeUri, newSecret } from './app-code.ts'
import { changeTwoStep } from './change.ts'
import { checkCode, checkSetupCode } from './check-code.ts'
import { drawQrCode } from './qr-code.ts'
import { newRecoveryCodes, type NewRecoveryCodes } from './recovery-codes.ts'
import { readTwoStep } from './status.ts'
import { alreadyOnError, replaceRecoveryCodes, startSetup, turnOff } from './store.ts'

const PATH = '/api/auth/two-step'
/** The access of routes that a member who has to set it up can use too. */
const READS = { access: 'everyone', config: { withoutTwoStep: true } } as const
const SETUP = { ...READS, config: { ...READS.config, worksWithoutSpace: true } } as const
const CHANGES = { ...SETUP, config: { ...SETUP.config, hashes: 'change' } } as const

export function twoStepRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post } = routesOf(app, 'Accounts')

  get(PATH, { ...READS, answer: twoStepSchema }, ({ member }) => readTwoStep(database, member))

  post(`${PATH}/setup`, { ...SETUP, answer: twoStepSetupSchema }, async ({ member }) => {
    const { email } = await readPerson(database, member.personId)
    const secret = await newSecret()
    if (!(await startSetup(database, member.personId, secret))) throw alreadyOnError()
    const uri = await makeUri(secret, email)
    return { secret, uri, qr: await drawQrCode(uri) }
  })

  post(
    `${PATH}/on`,
    { ...CHANGES, body: twoStepOnSchema, answer: recoveryCodesSchema },
    ({ body: typed, request, reply }) => {
      const prepare = async (personId: string) => {
        const codes = await newRecoveryCodes()
        const useCode = await checkSetupCode(database, personId, typed.code, codes)
        return { useCode, result: showCodes(codes) }
      }
      const change = { typed, action: 'two-step-on', prepare, endsSessions: true } as const
      return changeTwoStep(database, request, reply, change)
    },
  )

  post(
    `${PATH}/off`,
    { ...CHANGES, body: twoStepChangeSchema, answer: z.object({}) },
    ({ body: typed, request, reply }) => {
      const prepare = async (personId: string) => ({
        useCode: await checkCode(database, personId, typed.code),
        apply: (work: Work) => turnOff(work, personId),
        result: {},
      })
      const change = { typed, action: 'two-step-off', prepare, endsSessions: true } as const
      return changeTwoStep(database, request, reply, change)
    },
  )

  post(
    `${PATH}/recovery-codes`,
    { ...CHANGES, body: twoStepChangeSchema, answer: recoveryCodesSchema },
    ({ body: typed, request, reply }) => {
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
