import type {Grant} from '../../source/domain/approval.ts';
import type {DefinitionChange} from '../../source/domain/definition-change.ts';
import type {Failure} from '../../source/domain/failure.ts';
import type {GrantBook, PinBook} from '../../source/domain/ports.ts';
import type {ToolDefinition, ToolRef} from '../../source/domain/tool.ts';

const keyOf = ({server, tool}: ToolRef): string => `${server} ${tool}`;

export type FakePins = PinBook & {
	readonly accepted: ToolDefinition[];
	/** How often tools were compared. */
	readonly checks: () => number;
};

/** Pins in memory: what differs in its description from the first that was seen has changed. */
export const createFakePins = ({
	flags = {},
	failure,
}: {
	readonly flags?: Readonly<Record<string, readonly string[]>>;
	readonly failure?: Failure;
} = {}): FakePins => {
	const pinned = new Map<string, string>();
	const accepted: ToolDefinition[] = [];
	let checks = 0;
	return {
		async check(tools) {
			checks += 1;
			for (const tool of tools) {
				if (!pinned.has(keyOf(tool))) {
					pinned.set(keyOf(tool), tool.description);
				}
			}
		},
		changeOf(tool): DefinitionChange | undefined {
			const before = pinned.get(keyOf(tool));
			return before === undefined || before === tool.description
				? undefined
				: {
						tool: tool.tool,
						parts: [
							{
								part: 'description',
								difference: [
									{type: 'removed', text: before},
									{type: 'added', text: tool.description},
								],
							},
						],
						flags: flags[keyOf(tool)] ?? [],
					};
		},
		flagsOf: tool => flags[keyOf(tool)] ?? [],
		alarmsOf: tool => flags[keyOf(tool)] ?? [],
		async accept(tools) {
			for (const tool of tools) {
				accepted.push(tool);
				pinned.set(keyOf(tool), tool.description);
			}
			return failure;
		},
		accepted,
		checks: () => checks,
	};
};

/** A book of grants in memory, which tells of every change. */
export const createFakeGrantBook = (
	first: readonly Grant[],
	onChange: (grants: readonly Grant[]) => void = () => undefined,
	failure?: Failure,
): GrantBook => {
	let grants = first;
	const change = async (next: readonly Grant[]): Promise<Failure | undefined> => {
		grants = next;
		onChange(grants);
		return failure;
	};
	return {
		list: () => grants,
		allow: ({server, tool}, scope) =>
			change([
				...grants,
				{
					grantId: `grant-${grants.length + 1}`,
					scope,
					server,
					serverPrint: 'print',
					tools: {[tool]: 'print'},
					createdAt: 0,
				},
			]),
		revoke: grantId => change(grants.filter(grant => grant.grantId !== grantId)),
		refresh: async () => undefined,
	};
};
