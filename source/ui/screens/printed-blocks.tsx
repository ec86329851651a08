import {Box, Text} from 'ink';
import {createElement} from 'react';
import type {PrintedBlock} from '../transcript/printer.ts';

/**
 * Prints blocks above the frame, for good: the element behind Ink's `<Static>`. That one counts what it has
 * printed by its place in a list that must never get shorter; here a block that was printed is let go. Ink
 * draws at once whenever this element is updated, so it is updated with every frame.
 */
export const PrintedBlocks = ({blocks}: {readonly blocks: readonly PrintedBlock[]}) => {
	const style = {
		position: 'absolute',
		flexDirection: 'column',
		display: blocks.length > 0 ? 'flex' : 'none',
	};
	return createElement(
		'ink-box',
		{internal_static: true, style},
		blocks.map(({id, lines, width}) => (
			// A box that is wide enough keeps Ink from breaking a line that the terminal is to wrap.
			<Box key={id} flexShrink={0} {...(width === undefined ? {} : {minWidth: width})}>
				<Text>{lines.join('\n')}</Text>
			</Box>
		)),
	);
};
