import {countOf} from './count-of.ts';

type Offered = {
	readonly toolCount: number;
	readonly promptCount: number;
	readonly resourceCount: number;
	readonly templateCount: number;
	/** The lists that could not be read, whose counts therefore say nothing. */
	readonly unreadable?: Readonly<Record<string, unknown>> | undefined;
};

/** `5 tools, prompts unreadable, 2 resources`: apart from tools, only what there is or may be. */
export const offeredCounts = ({unreadable = {}, ...offered}: Offered): string =>
	(
		[
			['tool', offered.toolCount],
			['prompt', offered.promptCount],
			['resource', offered.resourceCount],
			['template', offered.templateCount],
		] as const
	)
		.flatMap(([noun, count]) => {
			if (unreadable[`${noun}s`] !== undefined) return [`${noun}s unreadable`];
			return count === 0 && noun !== 'tool' ? [] : [countOf(count, noun)];
		})
		.join(', ');
