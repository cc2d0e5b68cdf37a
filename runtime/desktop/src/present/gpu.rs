//! Pictures through the GPU. The window's surface and the picture's texture
//! are those of `pixels`; the drawing is a shader of ours, because the one it
//! brings blurs or shifts pixels at window sizes that are no whole multiple.
//! Colors pass through unchanged: nothing is converted unless the surface
//! insists on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pixels::wgpu::{self, util::DeviceExt as _};
use pixels::{Pixels, PixelsBuilder, SurfaceTexture};
use winit::window::Window;

use super::PresentError;
use crate::frame::Frame;
use crate::layout::Layout;

/// The presenter that draws with the GPU.
pub(crate) struct Gpu {
    pixels: Pixels<'static>,
    pipeline: wgpu::RenderPipeline,
    place: wgpu::Buffer,
    name: String,
    window: (u32, u32),
    picture: (u32, u32),
    encodes: bool,
    broken: Arc<AtomicBool>,
}

impl Gpu {
    pub(super) fn new(window: &Arc<Window>, hardware_only: bool) -> Result<Self, PresentError> {
        let found = Found::look(window)?;
        if hardware_only && found.info.device_type == wgpu::DeviceType::Cpu {
            return Err(PresentError(format!(
                "{} is only software",
                found.info.name
            )));
        }
        let size = window.inner_size();
        let size = (size.width.max(1), size.height.max(1));
        let picture = (256, 144);
        let surface = SurfaceTexture::new(size.0, size.1, Arc::clone(window));
        let pixels = PixelsBuilder::new(picture.0, picture.1, surface)
            .device_descriptor(wgpu::DeviceDescriptor {
                required_limits: found.limits,
                memory_hints: wgpu::MemoryHints::MemoryUsage,
                ..wgpu::DeviceDescriptor::default()
            })
            .texture_format(wgpu::TextureFormat::Rgba8Unorm)
            .surface_texture_format(found.format)
            .enable_vsync(true)
            .build()
            .map_err(|error| PresentError::new("the GPU cannot be used", error))?;
        let broken = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&broken);
        // Without this an error inside the graphics layer would be a panic.
        pixels
            .device()
            .on_uncaptured_error(Arc::new(move |_| flag.store(true, Ordering::Relaxed)));
        let (pipeline, place) = build_pipeline(pixels.device(), found.format);
        Ok(Self {
            pixels,
            pipeline,
            place,
            name: format!("{} ({:?})", found.info.name, found.info.backend),
            window: size,
            picture,
            encodes: found.format.is_srgb(),
            broken,
        })
    }

    /// Name of the GPU and of the way it is driven.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn present(
        &mut self,
        frame: &Frame,
        window: (u32, u32),
    ) -> Result<(), PresentError> {
        let picture = (frame.width, frame.height);
        if self.picture != picture {
            self.pixels
                .resize_buffer(picture.0, picture.1)
                .map_err(|error| {
                    PresentError::new("the picture is too large for the GPU", error)
                })?;
            self.picture = picture;
        }
        if self.window != window {
            self.pixels
                .resize_surface(window.0, window.1)
                .map_err(|error| PresentError::new("the window is too large for the GPU", error))?;
            self.window = window;
        }
        self.pixels.frame_mut().copy_from_slice(&frame.rgba);
        let layout = Layout::fit(picture, window);
        let place: Vec<u8> = [
            layout.x,
            layout.y,
            layout.width,
            layout.height,
            picture.0,
            picture.1,
            u32::from(self.encodes),
            0,
        ]
        .iter()
        .flat_map(|number| number.to_ne_bytes())
        .collect();
        self.pixels.queue().write_buffer(&self.place, 0, &place);
        let (pipeline, place) = (&self.pipeline, &self.place);
        self.pixels
            .render_with(|encoder, target, context| {
                draw(encoder, target, context, pipeline, place);
                Ok(())
            })
            .map_err(|error| PresentError::new("the GPU gave up", error))?;
        if self.broken.load(Ordering::Relaxed) {
            return Err(PresentError("the GPU reported an error".into()));
        }
        Ok(())
    }
}

/// What there is to draw with, found out before anything is built: `pixels`
/// would take any adapter, and a surface format without asking.
struct Found {
    info: wgpu::AdapterInfo,
    format: wgpu::TextureFormat,
    limits: wgpu::Limits,
}

impl Found {
    fn look(window: &Arc<Window>) -> Result<Self, PresentError> {
        let instance = instance();
        let surface = instance
            .create_surface(Arc::clone(window))
            .map_err(|error| PresentError::new("the window takes no GPU", error))?;
        let adapter = pollster::block_on(async {
            let named = wgpu::util::initialize_adapter_from_env(&instance, Some(&surface)).await;
            match named {
                Ok(adapter) => Ok(adapter),
                Err(_) => {
                    instance
                        .request_adapter(&wgpu::RequestAdapterOptions {
                            compatible_surface: Some(&surface),
                            power_preference: wgpu::PowerPreference::from_env().unwrap_or_default(),
                            ..wgpu::RequestAdapterOptions::default()
                        })
                        .await
                }
            }
        })
        .map_err(|_| PresentError("there is none".into()))?;
        let formats = surface.get_capabilities(&adapter).formats;
        let plain = [
            wgpu::TextureFormat::Bgra8Unorm,
            wgpu::TextureFormat::Rgba8Unorm,
        ];
        let format = formats
            .iter()
            .find(|format| plain.contains(format))
            .or(formats.first())
            .copied()
            .ok_or_else(|| PresentError("it cannot draw on this window".into()))?;
        Ok(Self {
            info: adapter.get_info(),
            format,
            limits: wgpu::Limits::downlevel_webgl2_defaults().using_resolution(adapter.limits()),
        })
    }
}

/// Names and kinds of the GPUs of this machine.
pub(crate) fn adapters() -> Vec<String> {
    let found = pollster::block_on(instance().enumerate_adapters(wgpu::Backends::all()));
    found
        .iter()
        .map(|adapter| {
            let info = adapter.get_info();
            let kind = match info.device_type {
                wgpu::DeviceType::Cpu => "software, not used",
                wgpu::DeviceType::DiscreteGpu => "discrete",
                wgpu::DeviceType::IntegratedGpu => "integrated",
                wgpu::DeviceType::VirtualGpu => "virtual",
                wgpu::DeviceType::Other => "unknown kind",
            };
            format!("{} ({:?}, {kind})", info.name, info.backend)
        })
        .collect()
}

fn instance() -> wgpu::Instance {
    wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::from_env().unwrap_or_else(wgpu::Backends::all),
        ..wgpu::InstanceDescriptor::new_without_display_handle().with_env()
    })
}

fn build_pipeline(
    device: &wgpu::Device,
    format: wgpu::TextureFormat,
) -> (wgpu::RenderPipeline, wgpu::Buffer) {
    let shader = device.create_shader_module(wgpu::include_wgsl!("picture.wgsl"));
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("picture"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("corner"),
            buffers: &[],
            compilation_options: wgpu::PipelineCompilationOptions::default(),
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("color"),
            targets: &[Some(format.into())],
            compilation_options: wgpu::PipelineCompilationOptions::default(),
        }),
        multiview_mask: None,
        cache: None,
    });
    let place = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("place"),
        contents: &[0; 32],
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
    });
    (pipeline, place)
}

fn draw(
    encoder: &mut wgpu::CommandEncoder,
    target: &wgpu::TextureView,
    context: &pixels::PixelsContext<'_>,
    pipeline: &wgpu::RenderPipeline,
    place: &wgpu::Buffer,
) {
    let texture = context
        .texture
        .create_view(&wgpu::TextureViewDescriptor::default());
    let bindings = context
        .device
        .create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("picture"),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&texture),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: place.as_entire_binding(),
                },
            ],
        });
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("picture"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: target,
            resolve_target: None,
            depth_slice: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                store: wgpu::StoreOp::Store,
            },
        })],
        ..wgpu::RenderPassDescriptor::default()
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, &bindings, &[]);
    pass.draw(0..3, 0..1);
}
