/** The record of the owner or driver as they see it, with only the endings of secrets (SPEC C78). */
import { entities } from '#core/entities/entities.ts'
import { UNREADABLE } from '#core/fields/fields.ts'
import { endingOfBank, endingOfTaxId } from '#core/portal/ending.ts'
import type { Profile } from '#core/portal/responses.ts'
import type { Database } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import { notFound } from '#server/errors.ts'
import { readCompany } from '#server/settings/company.ts'
import { hasOwnStatement } from '#server/settlements/portal/own-statements.ts'
import type { PortalMember } from './portal-member.ts'

/** Throws 404 if the owner or driver was deleted. */
export async function readProfile(
  database: Database,
  { userId, role, id, payee }: PortalMember,
): Promise<Profile> {
  const name = role === 'owner' ? 'owners' : 'drivers'
  const [stored, company, isPayee] = await Promise.all([
    database
      .selectFrom(name)
      .select(['userId', 'id', 'name', 'address', 'phone', 'email', 'paymentMethod'])
      .select(['bankDetails', 'taxId'])
      .where('userId', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst(),
    readCompany(database, userId),
    role === 'owner' || hasOwnStatement(database, userId, payee),
  ])
  if (!stored) throw notFound()
  const record = openRecord(database, entities[name], stored)
  const { companyName, companyPhone, companyEmail } = company
  return {
    role,
    name: record.name,
    carrier: { name: companyName, phone: companyPhone, email: companyEmail },
    address: record.address,
    phone: record.phone,
    email: record.email,
    paymentMethod: record.paymentMethod,
    bankEnding: endingOfBank(readable(record.bankDetails)),
    taxIdEnding: endingOfTaxId(readable(record.taxId)),
    isPayee,
  }
}

function readable(secret: string | null): string | null {
  return secret === UNREADABLE ? null : secret
}
