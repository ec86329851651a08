import {Box, Transform} from 'ink';

const dots = (count: number): string => Array.from({length: count}, () => '.').join('\n');

/**
 * Lines that are laid out already. Ink measures what it lays out, and remembers thousands of texts that it has measured;
 * so it is given a dot for each line, and the line itself when it draws.
 */
export const Lines = ({lines}: {readonly lines: readonly string[]}) => (
	<Box flexDirection="column" flexShrink={0}>
		<Transform transform={(_dot, index) => lines[index] ?? ''}>{dots(lines.length)}</Transform>
	</Box>
);
