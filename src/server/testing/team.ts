/** More people in a test's account. */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Role } from '#core/team/roles.ts'
import { createClient, PASSWORD, readCookie, type Client } from './test-app.ts'

type Assignment = { ownerId?: number; driverId?: number; email?: string }

let invited = 0

/** Invites a new person, who accepts. Returns a client that is signed in as the new member. */
export async function inviteMember(
  app: FastifyInstance,
  admin: Client,
  role: Role,
  { email = `${role}${++invited}@team.example`, ownerId, driverId }: Assignment = {},
): Promise<Client> {
  const token = await inviteByLink(admin, { email, role, ownerId, driverId })
  const names = { firstName: 'Sam', lastName: role }
  return acceptInvitation(app, { token, password: PASSWORD, ...names })
}

/** Returns the token of the link. */
export async function inviteByLink(admin: Client, invitation: object): Promise<string> {
  const invited = await admin.post<{ link: string }>('/api/team/invitations', invitation)
  expect([invited.status, invited.text]).toEqual([201, expect.any(String)])
  return invited.body.link.split('#')[1] ?? ''
}

/** `client`: the browser that accepts, which may be signed in. */
export async function acceptInvitation(
  app: FastifyInstance,
  acceptance: object,
  client: Client = createClient(app),
): Promise<Client> {
  const accepted = await client.post('/api/invitation', acceptance)
  expect([accepted.status, accepted.text]).toEqual([201, expect.any(String)])
  return createClient(app, readCookie(accepted.headers['set-cookie']))
}
