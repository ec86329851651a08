import type {OfferedTool, ToolDefinition} from '../../domain/tool.ts';
import type {ToolDesk} from '../../domain/tool-desk.ts';
import {toolId} from './tool-id.ts';

/** A tool of a server, whether the model sees it or not. */
export type ToolItem = {
	readonly id: string;
	readonly definition: ToolDefinition;
	/** What the model calls it. */
	readonly modelName?: string;
	/** The entry of its server leaves it out: it cannot be called. */
	readonly isLeftOut: boolean;
};

export const toolOrders = ['server', 'name', 'use'] as const;

export type ToolOrder = (typeof toolOrders)[number];

type ToolItemsDeps = {
	readonly tools: () => readonly OfferedTool[];
	readonly desk: Pick<ToolDesk, 'leftOut' | 'uses'>;
};

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const byName = ({definition: one}: ToolItem, {definition: other}: ToolItem): number =>
	compareTexts(one.tool, other.tool) || compareTexts(one.server, other.server);

const isSame = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
	one.length === other.length && one.every((item, index) => item === other[index]);

/** Every tool in some order. The list is the same one until tools or order change. */
export const createToolItems = ({tools, desk}: ToolItemsDeps) => {
	/** An item stays the same while its definition does, so that what is known about it stays. */
	const made = new WeakMap<ToolDefinition, ToolItem>();
	let order: ToolOrder = 'server';
	let known:
		| {
				readonly offered: readonly OfferedTool[];
				readonly leftOut: readonly ToolDefinition[];
				readonly unsorted: readonly ToolItem[];
				readonly sorted: readonly ToolItem[];
		  }
		| undefined;

	const itemOf = (definition: ToolDefinition, modelName?: string): ToolItem => {
		const before = made.get(definition);
		if (before !== undefined && before.modelName === modelName) {
			return before;
		}
		const item: ToolItem = {
			id: toolId(definition),
			definition,
			isLeftOut: modelName === undefined,
			...(modelName === undefined ? {} : {modelName}),
		};
		made.set(definition, item);
		return item;
	};
	const sort = (items: readonly ToolItem[]): readonly ToolItem[] => {
		switch (order) {
			case 'server':
				// As the servers come in the configuration, and as each lists its tools.
				return items;
			case 'name':
				return items.toSorted(byName);
			case 'use': {
				const calls = new Map(items.map(item => [item, desk.uses.of(item.definition)?.calls ?? 0] as const));
				return items.toSorted(
					(one, other) => (calls.get(other) ?? 0) - (calls.get(one) ?? 0) || byName(one, other),
				);
			}
		}
	};

	return {
		order: (): ToolOrder => order,
		setOrder(next: ToolOrder): void {
			order = next;
			known = undefined;
		},
		list(): readonly ToolItem[] {
			const offered = tools();
			const leftOut = desk.leftOut();
			// Asked several times for every frame: thousands of tools are not looked at again.
			if (known === undefined || known.offered !== offered || !isSame(known.leftOut, leftOut)) {
				const unsorted = [
					...offered.map(({definition, modelName}) => itemOf(definition, modelName)),
					...leftOut.map(definition => itemOf(definition)),
				];
				const isAsBefore = known !== undefined && isSame(known.unsorted, unsorted);
				const sorted = known !== undefined && isAsBefore ? known.sorted : sort(unsorted);
				known = {offered, leftOut, unsorted, sorted};
			}
			return known.sorted;
		},
	};
};
