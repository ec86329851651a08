export type PixelSize = {readonly width: number; readonly height: number};
export type Cells = {readonly columns: number; readonly rows: number};

/** The size within which an image keeps its shape. It never grows. */
export const fitWithin = ({width, height}: PixelSize, most: PixelSize): PixelSize => {
	const scale = Math.min(1, most.width / width, most.height / height);
	return {
		width: Math.max(1, Math.min(width, Math.round(width * scale))),
		height: Math.max(1, Math.min(height, Math.round(height * scale))),
	};
};

/** The cells that so many pixels need. */
export const cellsFor = ({width, height}: PixelSize, cell: PixelSize): Cells => ({
	columns: Math.ceil(width / cell.width),
	rows: Math.ceil(height / cell.height),
});
