/** What the setup of a run hands to its tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the test server's maintenance database. */
    databaseServer: string
    /** The folder of the statements that the app sent in the tests of this run. */
    recordedStatements: string
    /** The address of the server for component tests: "http://127.0.0.1:41234". */
    componentServer: string
  }
}

export {}
