/** What the workbench needs of the rest of the program. What is absent cannot be done here. Nothing in it throws. */
// biome-ignore lint/complexity/noBannedTypes: each port is a member, and there is none yet
export type BenchPorts = {};
