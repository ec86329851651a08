import {isJsonObject, type JsonValue} from '../../domain/json.ts';
import {isSameTool, type OfferedTool, type ToolRef} from '../../domain/tool.ts';
import type {ToolCall} from '../../domain/tool-call.ts';

/** The names in a result of the tool search, the best last. */
const foundNames = (call: ToolCall): readonly string[] => {
	const structured = call.status === 'succeeded' ? call.result.structured : undefined;
	const found = isJsonObject(structured) ? structured.tools : undefined;
	return Array.isArray(found)
		? found
				.flatMap((entry: JsonValue) =>
					isJsonObject(entry) && typeof entry.name === 'string' ? [entry.name] : [],
				)
				.reverse()
		: [];
};

const keyOf = ({server, tool}: ToolRef): string => JSON.stringify([server, tool]);

/** A tool that the model called or found, as it is known from the call. */
type Mention = {readonly name: string; readonly ref?: ToolRef};

const mentionsOf = (call: ToolCall, searchTools: ToolRef): readonly Mention[] => {
	if (isSameTool(call, searchTools)) {
		return foundNames(call).map(name => ({name}));
	}
	// A call to a tool that was not offered has no server; it may well be one that exists.
	const {modelName: name, server, tool} = call;
	return [server === '' ? {name} : {name, ref: {server, tool}}];
};

/**
 * The tools that the model has found with the tool search or called before: the latest `places` of them. They stand in
 * the order in which they first came up, which does not change when one is used again.
 */
export const wantedTools = (
	calls: Iterable<ToolCall>,
	searchTools: ToolRef,
	{
		tools,
		isUsable,
		places,
	}: {
		readonly tools: readonly OfferedTool[];
		readonly isUsable: (tool: OfferedTool) => boolean;
		readonly places: number;
	},
): readonly OfferedTool[] => {
	const mentions = [...calls].flatMap(call => mentionsOf(call, searchTools));
	if (mentions.length === 0 || places <= 0) {
		return [];
	}
	const byName = new Map(tools.map(tool => [tool.modelName, tool]));
	let byRef: ReadonlyMap<string, OfferedTool> | undefined;
	/** Most calls are found under the name that they were made with; names change when servers come and go. */
	const findRef = (ref: ToolRef): OfferedTool | undefined => {
		byRef ??= new Map(tools.map(tool => [keyOf(tool.definition), tool]));
		return byRef.get(keyOf(ref));
	};
	const resolve = ({name, ref}: Mention): OfferedTool | undefined => {
		const named = byName.get(name);
		return ref === undefined || (named !== undefined && isSameTool(named.definition, ref))
			? named
			: findRef(ref);
	};
	const mentioned = mentions.map(resolve).filter(tool => tool !== undefined);
	const chosen = new Set<OfferedTool>();
	for (const tool of mentioned.toReversed()) {
		if (chosen.size === places) {
			break;
		}
		if (isUsable(tool)) {
			chosen.add(tool);
		}
	}
	return [...new Set(mentioned)].filter(tool => chosen.has(tool));
};
