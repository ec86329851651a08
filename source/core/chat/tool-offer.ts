import type {Failure} from '../../domain/failure.ts';
import type {OfferedTool} from '../../domain/tool.ts';
import {nearest} from '../../support/nearest.ts';
import {cutEnd} from './cut-text.ts';

/** The tools as the model was shown them: a list that changes meanwhile must not redirect a call. */
export type ToolOffer = {
	readonly tools: readonly OfferedTool[];
	readonly find: (modelName: string) => OfferedTool | undefined;
	/** Why a call to a tool that is not among them cannot run, in words that help the model. */
	readonly unknown: (modelName: string) => Failure;
	readonly without: (tools: readonly OfferedTool[]) => ToolOffer;
};

const shownLength = 80;

/** What the model is told about a tool that exists and is kept from it; `why` is the end of a sentence. */
export const whyKept = (modelName: string, why: string): string =>
	`${modelName} cannot be used now, and nothing was run: ${why}. Use another tool, or tell the user.`;

/**
 * `searchTool` is where the model can look for tools that are not in the list; `whyAbsent` says something about one that
 * exists and is not in the list.
 */
export const createToolOffer = (
	tools: readonly OfferedTool[],
	searchTool?: OfferedTool,
	whyAbsent: (modelName: string) => string | undefined = () => undefined,
): ToolOffer => {
	const byName = new Map(tools.map(tool => [tool.modelName, tool]));
	return {
		tools,
		find: modelName => byName.get(modelName),
		unknown(modelName) {
			const why = whyAbsent(modelName);
			if (why !== undefined) {
				return {code: 'tool-not-offered', message: why};
			}
			const near = nearest(modelName, [...byName.keys()]);
			return {
				code: 'unknown-tool',
				message: [
					`There is no tool called "${cutEnd(modelName, shownLength)}".`,
					...(near === undefined ? [] : [`Did you mean ${near}?`]),
					searchTool === undefined
						? 'Use one of the tools that were offered.'
						: `Use one of the tools that were offered, or find others with ${searchTool.modelName}.`,
				].join(' '),
			};
		},
		without: dropped =>
			createToolOffer(
				tools.filter(tool => !dropped.includes(tool)),
				searchTool !== undefined && dropped.includes(searchTool) ? undefined : searchTool,
				whyAbsent,
			),
	};
};
