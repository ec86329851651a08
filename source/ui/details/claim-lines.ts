import type {ToolAnnotations} from '../../domain/tool.ts';
import type {Line} from '../pager/line.ts';

/** What a server says about its own tool, in words. It may not be true. */
export const claimLines = (annotations: ToolAnnotations): readonly Line[] => {
	const said: readonly (readonly [boolean | undefined, string, string])[] = [
		[annotations.readOnlyHint, 'only reads', 'may change something'],
		[annotations.destructiveHint, 'may destroy something', 'destroys nothing'],
		[annotations.idempotentHint, 'may run twice without harm', 'does more when it runs twice'],
		[annotations.openWorldHint, 'reaches beyond this machine', 'stays with what it knows'],
	];
	const lines = said.flatMap(([hint, yes, no]) =>
		hint === undefined ? [] : [{label: '  ', text: hint ? yes : no}],
	);
	return lines.length === 0 ? [{label: '  ', text: 'nothing', tone: 'dim'}] : lines;
};
