//! Pictures through the GPU, with the graphics layer that `pixels` brings.
//! The surface and the shader are ours. The loop in which `pixels` waits for
//! a surface never ends when a window of X11 has changed its size meanwhile,
//! and its scaling blurs or shifts pixels at sizes that are no whole multiple.
//! Colors pass unchanged: nothing is converted unless the surface insists.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pixels::check_texture_size;
use pixels::wgpu::{self, CurrentSurfaceTexture, util::DeviceExt as _};
use winit::window::Window;

use super::PresentError;
use crate::frame::Frame;
use crate::layout::Layout;

/// The presenter that draws with the GPU.
pub(crate) struct Gpu {
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipeline: wgpu::RenderPipeline,
    place: wgpu::Buffer,
    picture: Option<Picture>,
    name: String,
    broken: Arc<AtomicBool>,
}

/// The texture that holds the picture.
struct Picture {
    texture: wgpu::Texture,
    bindings: wgpu::BindGroup,
}

impl Gpu {
    pub(super) fn new(window: &Arc<Window>, hardware_only: bool) -> Result<Self, PresentError> {
        pollster::block_on(Self::build(window, hardware_only))
    }

    async fn build(window: &Arc<Window>, hardware_only: bool) -> Result<Self, PresentError> {
        let instance = instance();
        let surface = instance
            .create_surface(Arc::clone(window))
            .map_err(|error| PresentError::new("the window takes no GPU", error))?;
        let adapter = adapter(&instance, &surface)
            .await
            .map_err(|_| PresentError("there is none".into()))?;
        let info = adapter.get_info();
        if hardware_only && info.device_type == wgpu::DeviceType::Cpu {
            return Err(PresentError(format!("{} is only software", info.name)));
        }
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                required_limits: wgpu::Limits::downlevel_webgl2_defaults()
                    .using_resolution(adapter.limits()),
                memory_hints: wgpu::MemoryHints::MemoryUsage,
                ..wgpu::DeviceDescriptor::default()
            })
            .await
            .map_err(|error| PresentError::new("it cannot be used", error))?;
        let broken = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&broken);
        // Without this an error inside the graphics layer would be a panic.
        device.on_uncaptured_error(Arc::new(move |_| flag.store(true, Ordering::Relaxed)));
        let size = window.inner_size();
        let mut configuration = surface
            .get_default_config(&adapter, size.width.max(1), size.height.max(1))
            .ok_or_else(|| PresentError("it cannot draw on this window".into()))?;
        configuration.present_mode = wgpu::PresentMode::AutoVsync;
        let plain = [
            wgpu::TextureFormat::Bgra8Unorm,
            wgpu::TextureFormat::Rgba8Unorm,
        ];
        let formats = surface.get_capabilities(&adapter).formats;
        if let Some(&format) = formats.iter().find(|format| plain.contains(format)) {
            configuration.format = format;
        }
        surface.configure(&device, &configuration);
        let (pipeline, place) = build_pipeline(&device, configuration.format);
        Ok(Self {
            surface,
            configuration,
            device,
            queue,
            pipeline,
            place,
            picture: None,
            name: format!("{} ({:?})", info.name, info.backend),
            broken,
        })
    }

    /// Name of the GPU and of the way it is driven.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Shows a frame; false if the window was not ready for it.
    pub(super) fn present(
        &mut self,
        frame: &Frame,
        window: (u32, u32),
    ) -> Result<bool, PresentError> {
        if (self.configuration.width, self.configuration.height) != window {
            self.resize(window)?;
        }
        let shown = match self.acquire()? {
            Some(target) => {
                self.upload(frame)?;
                self.draw(target, (frame.width, frame.height));
                true
            }
            None => false,
        };
        if self.broken.load(Ordering::Relaxed) {
            return Err(PresentError("it reported an error".into()));
        }
        Ok(shown)
    }

    fn resize(&mut self, window: (u32, u32)) -> Result<(), PresentError> {
        check_texture_size(&self.device, window.0, window.1)
            .map_err(|error| PresentError::new("the window is too large for it", error))?;
        (self.configuration.width, self.configuration.height) = window;
        self.surface.configure(&self.device, &self.configuration);
        Ok(())
    }

    /// The image to draw the next frame on. A window that was just resized
    /// is given one more chance, not more: the stage has other work to do,
    /// and will hear of the new size.
    fn acquire(&mut self) -> Result<Option<wgpu::SurfaceTexture>, PresentError> {
        for _ in 0..2 {
            match self.surface.get_current_texture() {
                // An image that does not quite fit still shows something.
                CurrentSurfaceTexture::Success(target)
                | CurrentSurfaceTexture::Suboptimal(target) => return Ok(Some(target)),
                CurrentSurfaceTexture::Timeout | CurrentSurfaceTexture::Occluded => break,
                // The window's size is not asked for here: on some platforms
                // its thread would have to answer, and may be waiting for us.
                CurrentSurfaceTexture::Outdated | CurrentSurfaceTexture::Lost => {
                    self.surface.configure(&self.device, &self.configuration);
                }
                CurrentSurfaceTexture::Validation => {
                    return Err(PresentError("it gave up the window".into()));
                }
            }
        }
        Ok(None)
    }

    fn upload(&mut self, frame: &Frame) -> Result<(), PresentError> {
        let differs = |picture: &Picture| {
            (picture.texture.width(), picture.texture.height()) != (frame.width, frame.height)
        };
        if self.picture.as_ref().is_none_or(differs) {
            self.picture = Some(self.new_picture(frame.width, frame.height)?);
        }
        if let Some(picture) = &self.picture {
            self.queue.write_texture(
                picture.texture.as_image_copy(),
                &frame.rgba,
                wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(frame.width * 4),
                    rows_per_image: None,
                },
                picture.texture.size(),
            );
        }
        Ok(())
    }

    fn new_picture(&self, width: u32, height: u32) -> Result<Picture, PresentError> {
        check_texture_size(&self.device, width, height)
            .map_err(|error| PresentError::new("the picture is too large for it", error))?;
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let bindings = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("picture"),
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&view),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: self.place.as_entire_binding(),
                },
            ],
        });
        Ok(Picture { texture, bindings })
    }

    fn draw(&self, target: wgpu::SurfaceTexture, picture: (u32, u32)) {
        let layout = Layout::fit(picture, (target.texture.width(), target.texture.height()));
        let place: Vec<u8> = [
            layout.x,
            layout.y,
            layout.width,
            layout.height,
            picture.0,
            picture.1,
            u32::from(self.configuration.format.is_srgb()),
            0,
        ]
        .iter()
        .flat_map(|number| number.to_ne_bytes())
        .collect();
        self.queue.write_buffer(&self.place, 0, &place);
        let view = target
            .texture
            .create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("frame"),
            });
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("frame"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                resolve_target: None,
                depth_slice: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&self.pipeline);
        if let Some(picture) = &self.picture {
            pass.set_bind_group(0, &picture.bindings, &[]);
            pass.draw(0..3, 0..1);
        }
        drop(pass);
        self.queue.submit([encoder.finish()]);
        target.present();
    }
}

async fn adapter(
    instance: &wgpu::Instance,
    surface: &wgpu::Surface<'_>,
) -> Result<wgpu::Adapter, wgpu::RequestAdapterError> {
    // The player may name an adapter in the environment.
    if let Ok(named) = wgpu::util::initialize_adapter_from_env(instance, Some(surface)).await {
        return Ok(named);
    }
    let options = wgpu::RequestAdapterOptions {
        compatible_surface: Some(surface),
        power_preference: wgpu::PowerPreference::from_env().unwrap_or_default(),
        ..wgpu::RequestAdapterOptions::default()
    };
    instance.request_adapter(&options).await
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
