/** Starts the embedded database or waits for the server of DATABASE_URL, then brings it up to date (SPEC C490, C491). */
import type { Config } from '#server/config.ts'
import { startEmbedded, type EmbeddedServer } from '#server/database/embedded/embedded.ts'
import type { Database } from '#server/database/open.ts'
import { prepareDatabase, type Connections } from '#server/database/prepare.ts'
import { rejectOnStop } from '#server/stop-request.ts'
import { describeWait, explainFailure, type Places, readPlace } from './database-place.ts'
import { keepTrying } from './keep-trying.ts'
import type { Progress } from './progress.ts'

type Starting = { config: Config; stop: AbortSignal; progress: Progress }

const SLOW = 'A slow or busy computer takes minutes.'

/** `onSpawn`: called when the database's process begins to start. Throws the errors of `startEmbedded`. */
export function startDatabase(
  { config: { dataDir }, stop, progress }: Starting,
  onSpawn: () => void,
): Promise<EmbeddedServer> {
  const step = () => {
    progress.waitFor(`the files of the database in ${dataDir}`, SLOW)
    return startEmbedded(dataDir, {
      stop,
      onSpawn() {
        progress.waitFor(`the database in ${dataDir} to start`, SLOW)
        onSpawn()
      },
    })
  }
  const onWait = ({ message }: Error) =>
    progress.waitFor(`the database in ${dataDir} (${message})`, 'Haulbook tries again by itself.')
  return keepTrying(step, { stop, onWait })
}

/** Migrates the database, and gives the app's handle its keys. Throws an Error with a plain message. */
export async function makeReady(
  connections: Connections,
  database: Database,
  { config, stop, progress }: Starting,
): Promise<void> {
  const places = readPlaces(config)
  progress.waitFor(
    `the database (${places.app.variable}, ${places.app.place}) to respond and to be up to date`,
    `${SLOW} The update of much data does, too.`,
  )
  const onUpdate = () =>
    progress.waitFor('another Haulbook that is updating the database', 'Much data takes long.')
  const step = () => prepareDatabase(connections, database, config, onUpdate)
  const onWait = (error: Error) =>
    progress.waitFor(
      describeWait(error, places),
      'Check that it runs and that the variable names it. Haulbook tries again by itself.',
    )
  try {
    await rejectOnStop(stop, keepTrying(step, { stop, onWait }))
  } catch (error) {
    throw explainFailure(error, places)
  }
}

export function readConnections(
  { databaseUrl = '', databaseOwnerUrl = databaseUrl }: Config,
  embedded: EmbeddedServer | undefined,
): Connections {
  return embedded
    ? { owner: embedded.connection, app: embedded.app }
    : { owner: databaseOwnerUrl, app: databaseUrl }
}

function readPlaces({ dataDir, databaseUrl, databaseOwnerUrl }: Config): Places {
  const folder = { variable: 'DATA_DIR', place: dataDir, user: '', database: '' }
  const app = databaseUrl ? readPlace('DATABASE_URL', databaseUrl) : folder
  const owner = databaseUrl && databaseOwnerUrl
  return { app, owner: owner ? readPlace('DATABASE_OWNER_URL', owner) : app, dataDir }
}
