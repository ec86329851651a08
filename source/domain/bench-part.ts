/** The parts of the workbench, in the order in which they stand beside each other. */
export const benchParts = [
	'servers',
	'tools',
	'prompts',
	'resources',
	'assistants',
	'traffic',
	'sessions',
	'approvals',
] as const;

export type BenchPart = (typeof benchParts)[number];
