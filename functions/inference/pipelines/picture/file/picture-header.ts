/** Properties of a picture that its file states before decoding. */

/** Size in pixels, before EXIF rotation. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface Header extends PictureSize {
  /** Bytes that decoding must hold at once; 0 if the file is coded row by row. */
  readonly heldBytes: number;
  /** Bytes that decoding processes in all passes; a million take about a millisecond of one core. */
  readonly workBytes: number;
}

export interface JpegHeader extends Header {
  readonly type: 'jpeg';
  readonly scans: number;
  /** Whether the JPEG is baseline with one scan and eight bits, grey or of three components, and upright. */
  readonly isCommon: boolean;
}

export interface PngHeader extends Header {
  readonly type: 'png';
  /** Bytes per pixel of a plain PNG: eight bits, grey or RGB, not interlaced; undefined for any other coding. */
  readonly plainChannels: 1 | 3 | undefined;
}

export interface OtherHeader extends Header {
  readonly type: 'webp' | 'avif' | 'gif' | 'tiff';
}

export type PictureHeader = JpegHeader | PngHeader | OtherHeader;
