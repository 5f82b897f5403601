import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { openDatabase } from '#server/database/open.ts'
import { newFolder, start, stop } from './haulbook.ts'
import { signIn } from './user.ts'

/** Moves all stored times by an interval, as if the clock had been ahead by it. */
async function moveTimes(dataDir: string, by: string): Promise<void> {
  const server = await startEmbedded(dataDir)
  const database = openDatabase(server.connection, () => undefined)
  const moved = sql.raw(`interval '${by}'`)
  await sql`update attempts set happened_at = happened_at + ${moved}`.execute(database)
  await sql`update sessions set created_at = created_at + ${moved}, expire = expire + ${moved}`.execute(
    database,
  )
  await database.destroy()
  await server.stop()
}

test('C36 S02 S06 After the clock was a year ahead and is set back, a login works and old sessions end', async () => {
  const dataDir = await newFolder()
  for (const [name, by] of Object.entries({ ahead: '1 year', behind: '-1 year' })) {
    const email = `${name}@example.com`
    const haulbook = await start({ dataDir })
    const user = await signIn(haulbook, email)
    for (let tries = 0; tries < 10; tries++)
      await user.post('/api/login', { email, password: 'wrong wrong' })
    const locked = await user.post('/api/login', { email, password: 'wrong wrong' })
    expect(locked.status).toBe(429)
    await stop(haulbook)
    await moveTimes(dataDir, by)
    const again = await start({ dataDir })
    const back = await signIn(again, email)
    expect((await back.get('/api/auth/user')).status).toBe(200)
    const old = await fetch(`${again.url}/api/auth/user`, { headers: { cookie: user.cookie } })
    expect(old.status).toBe(401)
    await stop(again)
  }
})
