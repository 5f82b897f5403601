/** The language of a person's portal and statements (SPEC C81). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { languageChoiceSchema } from '#core/language-schemas.ts'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { saveLanguage } from './persons.ts'

export function languageRoutes(app: FastifyInstance, database: Database): void {
  app.withTypeProvider<ZodTypeProvider>().put(
    '/api/auth/language',
    {
      schema: {
        tags: ['Accounts'],
        body: languageChoiceSchema,
        response: { 200: languageChoiceSchema },
      },
      config: { access: 'everyone', worksWithoutSpace: true },
    },
    async (request) => {
      const { language } = request.body
      await saveLanguage(database, requireMember(request).personId, language)
      return { language }
    },
  )
}
