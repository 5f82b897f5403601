/** The server's files cannot be used, or the server failed. */
export class ClusterError extends Error {}
