import type {McpServers} from '../../domain/server-ports.ts';
import type {OfferedTool, ToolDefinition, ToolRef} from '../../domain/tool.ts';
import type {Redactor} from '../../support/redactor.ts';

/** Definitions are asked for again and again, and are the same objects until a server changes them. */
const createMemory = ({redactAll, generation}: Redactor) => {
	const seen = new WeakMap<ToolDefinition, {readonly generation: number; readonly shown: ToolDefinition}>();
	return (definition: ToolDefinition): ToolDefinition => {
		const known = seen.get(definition);
		if (known?.generation === generation()) {
			return known.shown;
		}
		const shown = redactAll(definition);
		seen.set(definition, {generation: generation(), shown});
		return shown;
	};
};

/**
 * Servers that give back no secret that they were given: neither in the definitions of tools, which are kept on disk
 * and sent to the model, nor in results. A tool that is named after a secret is not there.
 */
export const redactServers = (servers: McpServers, redactor: Redactor): McpServers => {
	const {redactAll} = redactor;
	const remembered = createMemory(redactor);
	/** A call is made by the definition that its server knows. */
	const originals = new WeakMap<ToolRef, ToolDefinition>();
	const originalOf = <T extends ToolRef>(tool: T): T | ToolDefinition => originals.get(tool) ?? tool;
	const show = (offered: OfferedTool): readonly OfferedTool[] => {
		const {definition} = offered;
		const shown = remembered(definition);
		if (shown === definition) {
			return [offered];
		}
		originals.set(shown, definition);
		return shown.tool === definition.tool && shown.server === definition.server
			? [{...offered, definition: shown}]
			: [];
	};
	let listed:
		| {
				readonly offered: readonly OfferedTool[];
				readonly generation: number;
				readonly shown: readonly OfferedTool[];
		  }
		| undefined;
	return {
		...servers,
		tools() {
			const offered = servers.tools();
			// The same list as long as nothing has changed, so that whoever asks often need not compare thousands.
			if (listed?.offered !== offered || listed.generation !== redactor.generation()) {
				listed = {offered, generation: redactor.generation(), shown: offered.flatMap(show)};
			}
			return listed.shown;
		},
		leftOutTools: () => servers.leftOutTools().map(remembered),
		check: async (tool, args, signal) => redactAll(await servers.check(originalOf(tool), args, signal)),
		call: async (tool, args, onProgress, signal) =>
			redactAll(
				await servers.call(originalOf(tool), args, progress => onProgress(redactAll(progress)), signal),
			),
		getPrompt: async (...given) => redactAll(await servers.getPrompt(...given)),
		readResource: async (...given) => redactAll(await servers.readResource(...given)),
		complete: async (...given) => redactAll(await servers.complete(...given)),
		listSkills: async (...given) => redactAll(await servers.listSkills(...given)),
		readSkill: async (...given) => redactAll(await servers.readSkill(...given)),
		printed: server => redactAll(servers.printed(server)),
		start: async (...given) => redactAll(await servers.start(...given)),
		restart: async (...given) => redactAll(await servers.restart(...given)),
	};
};
